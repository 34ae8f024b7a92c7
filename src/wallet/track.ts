/** Notes what the calls of a wallet do. */
import { readInstant } from '../clock.ts';
import type { WalletContext } from './context.ts';
import type { Note, WalletFlow } from './events.ts';

/** Runs some work and notes how it ended. */
export async function noted<Value>(
  { note, clock }: Pick<WalletContext, 'note' | 'clock'>,
  about: Note,
  run: () => Promise<Value>,
): Promise<Value> {
  const since = readInstant(clock);
  try {
    const value = await run();
    note({ ...about, since, value });
    return value;
  } catch (error) {
    note({ ...about, since, error });
    throw error;
  }
}

/** Runs a call of the wallet: what its flow does by the context that it gets is noted as its own. */
export function track<Result>(
  context: WalletContext,
  flow: WalletFlow,
  run: (context: WalletContext) => Promise<Result>,
): Promise<Result> {
  const call = (context.calls.count += 1);
  const own = { ...context, note: (note: Note) => context.note({ flow, call, ...note }) };
  own.note({ step: 'begin' });
  return noted(own, { step: 'end' }, () => run(own));
}
