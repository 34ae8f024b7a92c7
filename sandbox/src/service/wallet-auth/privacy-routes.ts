/** The privacy of a wallet: a change of its account that its owner signs. */
import { sha256 } from '@noble/hashes/sha2.js';
import * as v from 'valibot';
import { encodeHex, encodeUtf8 } from '../../../../src/kit/encoding/index.ts';
import { internalAccountAnswer, internalAccountOf } from '../customers/internal-accounts.ts';
import { invalidInput } from '../http/refusal.ts';
import { route, type Call, type Reply, type SandboxRoute } from '../http/route.ts';
import { activity, walletOf } from './payloads.ts';
import { requireWalletSignature, type FirstLeg } from './wallet-signature.ts';

const body = v.strictObject({ privateEnabled: v.optional(v.boolean()) });

/** The route. */
export const privacyRoutes: readonly SandboxRoute[] = [
  route({
    method: 'PATCH',
    path: '/internal-accounts/:internalAccountId',
    ids: { internalAccountId: ['InternalAccount'] },
    body,
    handle,
  }),
];

function handle(call: Call<undefined, v.InferOutput<typeof body>>): Promise<Reply> {
  const { service, params, body: sent, request } = call;
  const account = internalAccountOf(service, params['internalAccountId']);
  const { address } = walletOf(service, account.id);
  const { privateEnabled } = sent;
  if (privateEnabled === undefined) {
    throw invalidInput([{ field: 'body', message: 'Name at least one field to change.' }]);
  }
  const ask = (): FirstLeg => {
    const payload = encodeHex(sha256(encodeUtf8(`${account.id} ${request.text}`)));
    const parameters = {
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
      payload,
      signWith: address,
    };
    return { payloadToSign: activity(service, account.id, 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', parameters) };
  };
  return requireWalletSignature(call, { accountId: account.id, ask }, () => {
    Object.assign(account, { isPrivate: privateEnabled, updatedAt: service.clock.iso() });
    return { status: 200, body: internalAccountAnswer(service, account) };
  });
}
