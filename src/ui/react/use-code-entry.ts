/** A code screen as a hook: the logic of `createCodeEntry`, for as long as a component is mounted. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { createCodeEntry, type CodeEntry, type CodeEntryOptions, type CodeEntryState } from '../code-entry/index.ts';
import { walletBehind } from './wallet-maker.ts';
import { useWallet } from './wallet-provider.ts';

/** State of a code screen, and the functions for a person's input. */
export type UsedCodeEntry = CodeEntryState & Pick<CodeEntry, 'submit' | 'resend'>;

const first: CodeEntryState = { phase: 'sending', resendIn: 0, isContinued: false, storage: 'persistent' };

/**
 * Sends a code when the component is mounted, or goes on with one that is on its way: draw the component when the
 * person has asked for a code. Where somebody is signed in already, none is sent and the phase is `done`. The options
 * of the first render count; another `type` or `credentialId` begins anew. On a server the phase is `sending`.
 *
 * @example
 * const { phase, submit } = useCodeEntry();
 * return <input disabled={phase === 'checking'} onChange={(event) => void submit(event.target.value)} />;
 *
 * @throws Error without a {@link WalletProvider} above.
 */
export function useCodeEntry(options: CodeEntryOptions = {}): UsedCodeEntry {
  const wallet = useWallet();
  const [state, show] = useState(first);
  const entry = useRef<CodeEntry>(undefined);
  const newest = useRef(options);
  useEffect(() => {
    newest.current = options;
  });
  const { type, credentialId } = options;
  useEffect(() => {
    let isOver = false;
    let decidedFor: unknown;
    const end = (): void => {
      entry.current?.close();
      entry.current = undefined;
      show(first);
    };
    const follow = (): void => {
      const now = walletBehind(wallet);
      const { status } = now.state();
      if (isOver || now === decidedFor) return;
      end();
      if (status === 'loading') return;
      // A later sign-out doesn't ask for a code.
      decidedFor = now;
      if (status === 'signed-in') show({ ...first, phase: 'done' });
      if (status !== 'signed-out') return;
      const made = createCodeEntry(now, newest.current);
      entry.current = made;
      made.subscribe(() => show(made.state()));
      show(made.state());
    };
    const stop = wallet.subscribe(follow);
    // Not at once: StrictMode mounts twice, and each would send a code.
    queueMicrotask(follow);
    return () => {
      isOver = true;
      stop();
      end();
    };
  }, [wallet, type, credentialId]);
  const submit = useCallback(async (text: string) => (await entry.current?.submit(text)) ?? false, []);
  const resend = useCallback(async () => entry.current?.resend(), []);
  return { ...state, submit, resend };
}
