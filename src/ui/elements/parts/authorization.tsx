/** @jsxImportSource preact */
/** The code that the service asks for after the signature, before any money moves (strong customer authentication). */
import type { ComponentChildren, VNode } from 'preact';
import { mistakeView } from './problem-view.tsx';
import type { Wallet } from '../../../kit/wallet/index.ts';
import type { Screens } from '../../messages/index.ts';
import { keepCode } from '../../code-entry/read-code.ts';
import { actView } from './act-view.tsx';
import { CodeField } from './code-field.tsx';
import { fillParts } from './fill.ts';
import { paymentRuns, type PaymentRun } from './payment-runs.ts';
import type { GuardedButton } from './press-guard.ts';

/** The usual form; the service may send a longer code, and one with letters. */
const form = { length: 6, alphabet: 'letters-and-digits' } as const;
const longest = 10;

/** The payment that the code releases, for its button. */
interface Released {
  readonly amount: ComponentChildren;
  readonly payee: ComponentChildren;
}

/** The field for the code of a payment that waits for it. */
export function authorizationView(
  wallet: Wallet,
  quoteId: string,
  run: Partial<PaymentRun>,
  texts: Screens['authorization'],
  released: Released,
  guard: GuardedButton,
): VNode {
  const { status, code, accepted = 0 } = run;
  const runs = paymentRuns(wallet);
  const isBusy = status === 'confirming' || code === 'sending';
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget as HTMLFormElement).get('code');
    const text = typeof typed === 'string' ? typed : '';
    runs.authorize(quoteId, keepCode(text, text.length, { ...form, length: longest }).text);
  };
  return (
    <form key="code" noValidate part="form" onSubmit={submit}>
      <p role="status">{code === 'sent' ? texts.resent : accepted > 0 ? texts.next : texts.lead}</p>
      <label for="code">{texts.label}</label>
      {/* A further code has a field of its own. */}
      <CodeField key={accepted} form={form} longest={longest} isWrong={code === 'wrong'} describedBy="wrong" />
      {code === 'wrong' ? mistakeView('wrong', texts.wrong) : null}
      <button key="confirm" class="primary" part="button primary" {...guard}>
        {actView(status === 'confirming' ? texts.checking : texts.submit, fillParts(texts.subject, { ...released }))}
      </button>
      <button
        key="resend"
        type="button"
        class="link"
        part="button"
        aria-disabled={isBusy}
        onClick={() => runs.resend(quoteId)}
      >
        {texts.resend}
      </button>
    </form>
  );
}
