/** Requests of a wallet that carry no stamp. */
import {
  createTransport,
  judge,
  toError,
  type Answer,
  type Transport,
  type TransportRequest,
} from '../transport/index.ts';
import type { WalletContext } from './context.ts';

/** The one transport of this wallet. */
export function transportOf(context: WalletContext): Transport {
  return (context.made.transport ??= createTransport(context.transportOptions));
}

/** Sends a request whose every answer but a success is an error. @throws TransportError */
export async function request(context: WalletContext, what: TransportRequest): Promise<Answer> {
  const answer = await transportOf(context).send(what);
  if (judge(answer) !== 'success') throw toError(answer);
  return answer;
}
