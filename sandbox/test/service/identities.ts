/** Wallets that open by an identity: what the tests of identities share. */
import type { SessionSigningKey } from 'countersign/crypto';
import type { CreateSandboxOptions } from 'countersign-sandbox';
import { createHash } from 'node:crypto';
import { beginWith, createQuote, executeWith, signIn, type PlatformClient } from './platform-client.ts';
import type { Answer } from './reading.ts';

/** Ties a token to a key. */
export const nonceOf = (clientPublicKey: string): string => createHash('sha256').update(clientPublicKey).digest('hex');

/** A person with a session of the e-mail credential. */
export interface Owner {
  readonly platform: PlatformClient;
  readonly person: Answer['body'];
  readonly key: SessionSigningKey;
}

/** Makes a person, and signs in. */
export function openOwner(options: CreateSandboxOptions = {}, body: object = {}): Promise<Owner> {
  return beginWith(options, `person ${JSON.stringify(body)}`, async (platform) => {
    const { body: person } = await platform.control('POST', '/people', body);
    return { person, key: (await signIn(platform, person)).key };
  });
}

/** The one call of a sign-in. */
export const verify = (
  platform: PlatformClient,
  id: string,
  oidcToken: string,
  clientPublicKey: string,
): Promise<Answer> =>
  platform.call('POST', `/auth/credentials/${id}/verify`, { type: 'OAUTH', oidcToken, clientPublicKey });

/** Pays from the wallet; the status of the quote. */
export async function pay({ platform, person }: Owner, key: SessionSigningKey): Promise<unknown> {
  const quote = await createQuote(platform, person);
  return (await executeWith(platform, key, quote)).body.status;
}

/** Refusal of a token that isn't accepted. */
export const refused = (why: string): unknown => [401, 'UNAUTHORIZED', `Invalid OIDC token: ${why}`];
