/** The account's credentials as the service lists them (wire facts, 1.2). */
import { judge, toError, type Answer } from '../../transport/index.ts';
import type { AuthMethod } from '../../wire.ts';
import { readAuthMethod, readList } from '../answers.ts';
import { readOptions } from '../arguments.ts';
import { transportOf, type SignalOptions, type WalletContext } from '../context.ts';

/** Lists the account's credentials. @throws TransportError */
export async function listCredentials(context: WalletContext, options?: SignalOptions): Promise<readonly AuthMethod[]> {
  const { signal } = readOptions(options, 'credentials.list');
  return (await readCredentials(context, signal)).credentials;
}

/** Lists the credentials, with the answer that held them. @throws TransportError */
export async function readCredentials(
  context: WalletContext,
  signal: AbortSignal | undefined,
): Promise<{ answer: Answer; credentials: readonly AuthMethod[] }> {
  const answer = await transportOf(context).send({
    method: 'GET',
    path: '/auth/credentials',
    query: { accountId: context.accountId },
    signal,
  });
  if (judge(answer) !== 'success') throw toError(answer);
  return {
    answer,
    credentials: readList(answer.body, (item) => Object.freeze(readAuthMethod(item, context.accountId))),
  };
}
