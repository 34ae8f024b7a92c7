/** @jsxImportSource preact */
/** The first step: who you are to the platform, and then the ways into the wallet. */

import type { VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { defineElements } from 'countersign/elements';
import { Button, readForm, SkeletonRows, TextField, type Submit } from '../fields.tsx';
import { Kit } from '../kit.tsx';
import { providersOf } from '../sample-id.ts';
import { Sheet, useStep, type StepProps } from '../step.tsx';
import { translate } from '../language.ts';

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
    step.run(translate('Opening a funded wallet…'), async () => {
      const { enterFunded } = await import('./signed-in.tsx');
      await enterFunded(demo);
    });
  const enter = (event: Submit): void => {
    const email = readForm(event).get('email') ?? '';
    step.run(translate('Opening your wallet…'), () => Promise.all([demo.enter(email), defineElements('sign-in')]));
  };
  const leave = (): void => step.run(translate('Signing out…'), () => demo.leave(null));

  if (entering !== null) {
    return (
      <Sheet title={translate('Your funded wallet')}>
        <p class="progress" role="status">
          {entering}
        </p>
        <SkeletonRows count={3} said={entering} />
      </Sheet>
    );
  }
  // Beside a wallet page nobody signs in to the wallet here.
  if (person !== null && !settings.walletPage) {
    return (
      <Sheet step={step} title={translate('Sign in')}>
        <p class="lead">{translate('The wallet of {email}.', { email: person.email })}</p>
        {settings.sandbox && <p class="caution">{translate('In this sandbox the code is always 000000.')}</p>}
        <Kit
          name="sign-in"
          begin-with={state.wantsCode ? 'EMAIL_OTP' : undefined}
          wallet={demo.wallet}
          providers={providersOf(demo)}
          oncountersign-action={({ detail }) => detail.kind === 'log-in' && leave()}
        />
        <div class="actions">
          <Button label={translate('Use another address')} class="quiet" run={leave} />
        </div>
      </Sheet>
    );
  }
  return (
    <Sheet step={step} title={translate('Your customers sign every withdrawal')}>
      <p class="lead">
        {translate(
          'Sign in to a sample wallet and withdraw to a bank. Each payment is checked and signed in this browser.',
        )}
      </p>
      {settings.sandbox && (
        <div class="actions">
          <Button label={translate('Start with a funded wallet')} class="primary" run={start} waits={waits} />
          <a class="quiet" href="#attack=refresh-key">
            {translate('Attack it')}
          </a>
        </div>
      )}
      <form noValidate onSubmit={enter}>
        <TextField
          name="email"
          label={translate('E-mail address')}
          value="sample.customer@example.com"
          error={step.fieldError('email') && translate('Enter an e-mail address, like name@example.com.')}
          autocomplete="email"
          inputmode="email"
          {...(settings.sandbox && { hint: translate('A sample customer. No e-mail is sent.') })}
        />
        <div class="actions">
          <Button
            label={settings.walletPage ? translate('Open the app') : translate('E-mail me a code')}
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
