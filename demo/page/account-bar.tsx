/** @jsxImportSource preact */
/** Whose wallet it is, how long the session lasts, and in a sandbox what time it is there. */

import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Kit } from './kit.tsx';
import { translate } from './language.ts';
import { useDraw, type StepProps } from './step.tsx';

/** The bar; empty while nobody is here. */
export function AccountBar({ demo }: StepProps): VNode | null {
  const draw = useDraw();
  /** The end at which the service was asked whether the session is over. */
  const asked = useRef(0);
  useEffect(() => {
    const ticking = setInterval(() => {
      draw();
      if (demo.state.others.faults > 0) demo.readSandbox('faults').catch(() => undefined);
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
  const { clock, faults } = state.others;
  const minutes = Math.round(demo.clock.aheadMs() / 60_000);
  const pressed =
    clock && faults > 0
      ? translate('Somebody else moved the time and set a fault')
      : clock
        ? translate('Somebody else moved the time')
        : faults > 0 && translate('Somebody else set a fault');
  return (
    <div class="account">
      <p class="who" title={email}>
        {email}
      </p>
      {settings.sandbox && (
        <p class="clock" data-testid="service-time">
          <span>Sandbox</span> <time>{new Date(demo.clock.now()).toLocaleTimeString('en-GB')}</time>{' '}
          {minutes !== 0 && <span>+{minutes} min</span>}
        </p>
      )}
      {pressed !== false && (
        <p class="clock others" role="status">
          {pressed}
        </p>
      )}
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
