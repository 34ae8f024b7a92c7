/** The export of a wallet: its phrase, sealed to a key that the signed payload names. */
import * as v from 'valibot';
import { encodeHex } from '../../../../src/kit/encoding/index.ts';
import { matching } from '../http/fields.ts';
import { route, type Call, type Reply, type SandboxRoute } from '../http/route.ts';
import { activity, walletOf } from './payloads.ts';
import { requirePoint } from './sessions.ts';
import { requireWalletSignature, type FirstLeg } from './wallet-signature.ts';

const body = v.strictObject({ clientPublicKey: matching(/^04[0-9a-fA-F]{128}$/) });

/** The route. */
export const exportRoutes: readonly SandboxRoute[] = [
  route({
    method: 'POST',
    path: '/internal-accounts/:internalAccountId/export',
    ids: { internalAccountId: ['InternalAccount'] },
    body,
    handle,
  }),
];

// In another order for each wallet.
const words = 'sample wallet phrase never holds money only tests read these twelve words'.split(' ');

async function handle(call: Call<undefined, v.InferOutput<typeof body>>): Promise<Reply> {
  const { service, params, body: sent } = call;
  const { clientPublicKey } = sent;
  const accountId = params['internalAccountId'] ?? '';
  const { organizationId } = walletOf(service, accountId);
  requirePoint(clientPublicKey);
  const { enclave, random } = service;
  const ask = (): FirstLeg => {
    const hex = encodeHex(random.fixed(`wallet ${accountId}`, 16));
    const walletId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
    const parameters = { targetPublicKey: clientPublicKey, walletId };
    return { payloadToSign: activity(service, accountId, 'ACTIVITY_TYPE_EXPORT_WALLET', parameters) };
  };
  return requireWalletSignature(call, { accountId, ask }, async () => {
    const places = random.fixed(`phrase ${accountId}`, words.length);
    const order = [...words.keys()].sort((one, other) => (places[one] ?? 0) - (places[other] ?? 0));
    const phrase = order.map((place) => words[place]).join(' ');
    const encryptedWalletCredentials = await enclave.sealedPhrase(phrase, { clientPublicKey, organizationId });
    return { status: 200, body: { id: accountId, encryptedWalletCredentials } };
  });
}
