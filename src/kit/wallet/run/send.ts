/** Requests of a wallet that carry no stamp. */
import {
  createTransport,
  judge,
  toError,
  type Answer,
  type Transport,
  type TransportRequest,
} from '../../transport/index.ts';
import type { WalletContext } from '../context.ts';
import type { Note } from '../events/events.ts';
import { noted } from '../events/notes.ts';

/** The one transport of this wallet. */
export function transportOf(context: WalletContext): Transport {
  return (context.lazy.transport ??= createTransport(context.transportOptions));
}

/** The service's time, epoch ms; the device's own before the service's first answer to this page. */
export function serviceNow(context: WalletContext): number {
  return transportOf(context).serviceTime() ?? context.clock.now();
}

/** Sends a request and notes its outcome. @throws as {@link Transport.send} */
export function send(
  context: WalletContext,
  request: TransportRequest,
  leg?: Pick<Note, 'leg' | 'attempt'>,
): Promise<Answer> {
  return noted(context, { step: 'request', request, ...leg }, () => transportOf(context).send(request));
}

/** Sends a request; every answer but a success becomes an error. @throws TransportError */
export async function request(context: WalletContext, what: TransportRequest): Promise<Answer> {
  const answer = await send(context, what);
  if (judge(answer) !== 'success') throw toError(answer);
  return answer;
}
