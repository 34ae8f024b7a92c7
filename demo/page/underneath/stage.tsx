/** @jsxImportSource preact */
/** The stage beside the wallet: what happens underneath, and attacks. */

import type { FunctionComponent, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Wallet } from 'countersign';
import { mountInspector } from 'countersign-sandbox/devtools';
import { Button } from '../fields.tsx';
import type { StepProps } from '../step.tsx';
import { FirstLook } from './first-look.tsx';
import './stage.css';

export function Stage({ demo }: StepProps): VNode {
  const { settings, state } = demo;
  const [isAttacking, showAttacks] = useState(false);
  const [Bench, setBench] = useState<FunctionComponent>(() => says('Loading…'));
  const attack = async (): Promise<void> => {
    showAttacks(true);
    try {
      const { AttackBench } = await import('../attacks/attack-bench.tsx');
      setBench(() => AttackBench);
    } catch {
      setBench(() => says('The attacks could not be loaded. Reload this page once you are online again.'));
    }
  };
  useLayoutEffect(() => {
    const follow = (): void => void (location.hash.startsWith('#attack=') && attack());
    follow();
    addEventListener('hashchange', follow);
  }, []);
  if (!settings.sandbox) {
    return (
      <aside class="stage underneath" lang="en" aria-labelledby="underneath">
        <h2 id="underneath">What happens underneath</h2>
        <p>Inspector and attacks are for a sandbox: they show payloads and stamps, which here are real.</p>
      </aside>
    );
  }
  if (state.person === null && !isAttacking) return <FirstLook />;
  return (
    <aside class="stage underneath" lang="en" aria-labelledby="underneath">
      <div class="choices">
        <h2 id="underneath">What happens underneath</h2>
        <Button label="Your wallet" class="quiet small" pressed={!isAttacking} run={() => showAttacks(false)} />
        <Button label="Attack it" class="quiet small" pressed={isAttacking} run={attack} />
      </div>
      <div hidden={isAttacking}>
        <Lanes demo={demo} wallet={state.person === null ? null : demo.wallet} />
      </div>
      <div hidden={!isAttacking}>
        <Bench />
      </div>
    </aside>
  );
}

/** The inspector of whoever is here. */
function Lanes({ demo, wallet }: StepProps & { readonly wallet: Wallet | null }): VNode {
  const lanes = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current: parent } = lanes;
    if (wallet === null || parent === null) return undefined;
    const onServiceTime = (time: number): void => {
      demo.clock.learn(new Date(time).toISOString());
      demo.readSessionEnd().catch(() => undefined);
    };
    const inspector = mountInspector(wallet, {
      tap: demo.tap,
      parent,
      control: '/api/sandbox',
      onServiceTime,
      onLie: demo.lie,
    });
    return () => inspector.unmount();
  }, [wallet]);
  return <div class="lanes" lang="en" ref={lanes} />;
}

const says = (words: string) => (): VNode => <p role="status">{words}</p>;
