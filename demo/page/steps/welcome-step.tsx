/** @jsxImportSource preact */
/** The first step: who you are to the platform, and then the ways into the wallet. */

import type { VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { defineElements } from 'countersign/elements';
import { Button, readForm, SkeletonRows, TextField, type Submit } from '../fields.tsx';
import { Kit } from '../kit.tsx';
import { providersOf } from '../sample-id.ts';
import { Sheet, useStep, type StepProps } from '../step.tsx';

export function WelcomeStep({ demo }: StepProps): VNode {
  const { settings, state } = demo;
  const { person, entering } = state;
  const step = useStep(demo, person === null ? undefined : () => defineElements('sign-in'));
  useLayoutEffect(() => {
    for (const event of ['focusin', 'pointerover'] as const) {
      document.addEventListener(event, fetchSignInFiles, { once: true });
    }
  }, []);
  const waits = step.busy !== null;
  const start = (): void =>
    step.run('Opening a funded wallet…', async () => {
      const { enterFunded } = await import('./signed-in.tsx');
      await enterFunded(demo);
    });
  const enter = (event: Submit): void => {
    const email = readForm(event).get('email') ?? '';
    step.run('Opening your wallet…', () => Promise.all([demo.enter(email), defineElements('sign-in')]));
  };
  const leave = (): void => step.run('Signing out…', () => demo.leave(null));

  if (entering !== null) {
    return (
      <Sheet title="Your funded wallet">
        <p class="progress" role="status">
          {entering}
        </p>
        <SkeletonRows count={3} said={entering} />
      </Sheet>
    );
  }
  if (person !== null) {
    return (
      <Sheet step={step} title="Sign in">
        <p class="lead">
          The wallet of <strong>{person.email}</strong>.
        </p>
        {settings.sandbox && (
          <p class="sandbox">
            This is the sandbox: no message is sent, and the code is <code>000000</code>.
          </p>
        )}
        <Kit
          name="sign-in"
          begin-with={state.wantsCode ? 'EMAIL_OTP' : undefined}
          wallet={demo.wallet}
          providers={providersOf(demo)}
          oncountersign-action={({ detail }) => detail.kind === 'log-in' && leave()}
        />
        <div class="actions">
          <Button label="Use another address" class="quiet" run={leave} />
        </div>
      </Sheet>
    );
  }
  return (
    <Sheet step={step} title="Your customers sign every withdrawal">
      <p class="lead">
        Sign in to a sample wallet and withdraw to a bank. Each payment is signed in this browser, with a key that
        cannot leave it.
      </p>
      {settings.sandbox && (
        <div class="actions">
          <Button label="Start with a funded wallet" class="primary" run={start} waits={waits} />
          <a class="quiet" href="#attack=another-payload">
            Attack it
          </a>
        </div>
      )}
      <form noValidate onSubmit={enter}>
        <TextField
          name="email"
          label="E-mail address"
          value="sample.customer@example.com"
          error={step.fieldError('email')}
          autocomplete="email"
          inputmode="email"
          {...(settings.sandbox && { hint: 'A sample customer. No e-mail is sent.' })}
        />
        <div class="actions">
          <Button
            label={settings.walletPage ? 'Open the app' : 'E-mail me a code'}
            class={settings.sandbox ? 'quiet' : 'primary'}
            waits={waits}
          />
        </div>
      </form>
    </Sheet>
  );
}

/** Fetches what a sign-in needs while the person is still at the field: the press then waits for the service alone. */
function fetchSignInFiles(): void {
  const named = document.querySelector<HTMLMetaElement>('meta[name="sign-in-files"]');
  const files = named?.content.split(' ').filter((file) => file !== '') ?? [];
  named?.remove();
  // What goes wrong with the first press has to be said.
  if (named !== null) defineElements('problem').catch(() => undefined);
  for (const file of files) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = file;
    document.head.append(link);
  }
}
