/** @jsxImportSource preact */
/** Whose wallet it is, how long the session lasts, and in a sandbox what time it is there. */

import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Kit } from './kit.tsx';
import { useDraw, type StepProps } from './step.tsx';

/** Made when somebody is here. */
let times: Intl.DateTimeFormat | undefined;

/** The bar; empty while nobody is here. */
export function AccountBar({ demo }: StepProps): VNode | null {
  const draw = useDraw();
  /** The end at which the service was asked whether the session is over. */
  const asked = useRef(0);
  useEffect(() => {
    const ticking = setInterval(() => {
      draw();
      const end = demo.walletState?.session?.expiresAt ?? Infinity;
      if (end > demo.sessionNow() || asked.current === end) return;
      asked.current = end;
      demo.readSessionEnd().catch(() => (asked.current = 0));
    }, 1000);
    return () => clearInterval(ticking);
  }, []);
  const { state, walletState, sessionNow, signedOut, settings } = demo;
  if (state.person === null) return null;
  const { email } = state.person;
  return (
    <div class="account">
      <p class="who" title={email}>
        {email}
      </p>
      {settings.sandbox && <Clock demo={demo} />}
      {walletState?.session !== undefined && (
        <Kit
          name="session"
          data-testid="session-time"
          wallet={demo.wallet}
          serviceTime={sessionNow}
          oncountersign-signed-out={signedOut}
        />
      )}
    </div>
  );
}

function Clock({ demo: { clock } }: StepProps): VNode {
  times ??= new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
  const minutes = Math.round(clock.aheadMs() / 60_000);
  return (
    <p class="clock" data-testid="service-time">
      <span>Sandbox</span> <time>{times.format(clock.now())}</time> {minutes !== 0 && <span>+{minutes} min</span>}
    </p>
  );
}
