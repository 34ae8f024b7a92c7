/** The export of the wallet: its recovery phrase, sealed to a key of this call alone and opened in the page. */
import { isPointOnCurve } from '../../encoding/p256.ts';
import { sandboxEnclavePublicKeyHex } from '../../wire.ts';
import type { Fail } from '../../options.ts';
import { readOptions } from '../arguments.ts';
import { loadChunk } from '../chunks.ts';
import { loadLogin } from './load-login.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { intents } from '../payload/activities.ts';
import { fieldsAbout, readText } from '../response-readers.ts';
import { runAction, type SignedAction } from '../run/action.ts';
import { withActionLocks } from '../run/locks.ts';
import { signAsSession } from '../run/session-action.ts';
import { share, withDeadline, type Flight } from '../run/share.ts';
import { WalletError } from '../wallet-error.ts';

/** Options of `account.export`. */
export interface AccountExportOptions extends SignalOptions {
  /**
   * Quorum keys of the enclave that exports wallets, at least one: hex, uncompressed. There is no default: the keys of
   * sign-ins may be others.
   */
  readonly enclaveKeys: readonly string[];
}

const unknown = { message: 'The answer was lost. Export again.', nextStep: 'restart' } as const;

/**
 * Resolves with the phrase. Nothing of it is stored; a page can't wipe a text, so that it should hold it no longer than it shows it.
 *
 * @throws TypeError; SessionError; WalletError `PAYLOAD_MISMATCH`, `NOT_APPROVED`, `SANDBOX_KEY_PINNED`; TransportError; CryptoError
 */
export async function exportAccount(context: WalletContext, options: AccountExportOptions): Promise<string> {
  const { signal, enclaveKeys: keys } = readOptions(options, 'account.export', { enclaveKeys: readKeys });
  refuseSandboxKeys(context, keys);
  const key = `${await context.epoch} export ${keys.join(' ')}`;
  return share(context, { key, signal, unknown }, (flight) => exportNow(context, keys, flight));
}

async function exportNow(context: WalletContext, enclaveKeys: readonly string[], flight: Flight): Promise<string> {
  const { accountId, checks, session } = context;
  const [{ generateClientKeyPair }, { openWalletCredentials }] = await Promise.all([
    loadLogin(),
    loadChunk(() => import('../../crypto/login/wallet-credentials.ts')),
  ]);
  const keyPair = await generateClientKeyPair({ uses: ['agree'] });
  const { publicKeyHex: clientPublicKey } = keyPair;
  const action: SignedAction<string> = {
    request: {
      method: 'POST',
      path: `/internal-accounts/${accountId}/export`,
      body: JSON.stringify({ clientPublicKey }),
    },
    intent: intents.exportAccount(clientPublicKey),
    readOutcome: ({ body }) => readText(fieldsAbout(body, 'account', accountId), 'encryptedWalletCredentials'),
    unknown,
  };
  const sealed = await runAction(context, action, {
    flight,
    signer: signAsSession(context),
    // An export that is done again does no harm, so that none leaves a marker.
    hold: (run) =>
      withActionLocks(context, () => withDeadline(context, (deadline) => run(deadline)), {
        subject: '/export',
        signal: flight.signal,
      }),
  });
  const { organizationId = '' } = (await session.current()).ids;
  const isSandbox = checks.environment === 'sandbox';
  return openWalletCredentials(sealed, { enclaveKeys, organizationId, keyPair, isSandbox });
}

function readKeys(keys: unknown, fail: Fail): readonly string[] {
  const arePoints =
    Array.isArray(keys) && keys.length > 0 && keys.every((key) => typeof key === 'string' && isPointOnCurve(key));
  return arePoints
    ? [...(keys as readonly string[])]
    : fail('must list uncompressed P-256 points in hex, at least one');
}

function refuseSandboxKeys({ checks, otpKeys }: WalletContext, keys: readonly string[]): void {
  const isSandboxKey = (key: string): boolean => key.toLowerCase() === sandboxEnclavePublicKeyHex;
  // On loopback `createWallet` has let it pass in production.
  if (checks.environment === 'sandbox' || otpKeys.some(isSandboxKey) || !keys.some(isSandboxKey)) return;
  throw new WalletError(
    'SANDBOX_KEY_PINNED',
    "account.export: enclaveKeys holds the sandbox's quorum key, whose private half is public. Pin the service's own.",
    { nextStep: 'configure' },
  );
}
