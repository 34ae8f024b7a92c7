/** A device that holds passkeys, in the place of the browser's `navigator.credentials`, for pages that have no browser. */
import { vi } from 'vitest';
import { decodeBase64url, encodeBase64url } from '../../src/kit/encoding/index.ts';
import { createPasskey, type Ceremony, type Passkey } from '../../sandbox/test/service/authenticator.ts';
import { pageOrigin } from './test-bench.ts';

/** The person's device, with their answer to the prompt. */
export interface Device {
  /** Closes the next prompts, as a person does who changed their mind; `false` answers them again. */
  refuse(refuses: boolean): void;
  /** Takes the passkeys to another device, as a synchronising keychain does. */
  readonly passkeys: Map<string, Passkey>;
  /** How many prompts were shown. */
  prompts(): number;
}

const pageHost = new URL(pageOrigin).hostname;
const bytes = (text: string): ArrayBuffer => decodeBase64url(text).buffer;

/** Puts a device under the page until `vi.unstubAllGlobals()`. Devices that are given the same map share their passkeys. */
export function useDevice(passkeys: Map<string, Passkey> = new Map<string, Passkey>()): Device {
  let refuses = false;
  let prompts = 0;
  let made = 0;
  const ceremony = (challenge: BufferSource): Ceremony => {
    prompts += 1;
    if (refuses) throw new DOMException('The operation is not allowed.', 'NotAllowedError');
    const text = encodeBase64url(new Uint8Array(challenge as ArrayBuffer));
    return { challenge: text, origin: pageOrigin, relyingParty: pageHost };
  };
  const answer = (id: string, response: object): object => ({
    id,
    rawId: bytes(id),
    type: 'public-key',
    response,
    getClientExtensionResults: () => ({}),
  });
  const idOf = ({ id }: PublicKeyCredentialDescriptor): string => encodeBase64url(new Uint8Array(id as ArrayBuffer));
  const credentials = {
    async create({ publicKey }: { publicKey: PublicKeyCredentialCreationOptions }): Promise<object> {
      const asked = ceremony(publicKey.challenge);
      if (publicKey.excludeCredentials?.some((known) => passkeys.has(idOf(known))) === true) {
        throw new DOMException('It is here already.', 'InvalidStateError');
      }
      const passkey = await createPasskey(`passkey ${(made += 1)}`);
      passkeys.set(passkey.credentialId, passkey);
      const { credentialId, clientDataJson, attestationObject, transports } = await passkey.attest(asked);
      return answer(credentialId, {
        clientDataJSON: bytes(clientDataJson),
        attestationObject: bytes(attestationObject),
        getTransports: () => transports,
      });
    },
    async get({ publicKey }: { publicKey: PublicKeyCredentialRequestOptions }): Promise<object> {
      const asked = ceremony(publicKey.challenge);
      const wanted = publicKey.allowCredentials?.map(idOf) ?? [];
      const passkey = [...passkeys.values()].find(({ credentialId }) => wanted.includes(credentialId));
      if (passkey === undefined) throw new DOMException('None of these is here.', 'NotAllowedError');
      const { credentialId, clientDataJson, authenticatorData, signature } = await passkey.assert(asked);
      return answer(credentialId, {
        clientDataJSON: bytes(clientDataJson),
        authenticatorData: bytes(authenticatorData),
        signature: bytes(signature),
        userHandle: null,
      });
    },
  };
  vi.stubGlobal('PublicKeyCredential', vi.fn());
  vi.stubGlobal('navigator', { credentials });
  vi.stubGlobal('location', { hostname: pageHost });
  return {
    passkeys,
    refuse(next) {
      refuses = next;
    },
    prompts: () => prompts,
  };
}
