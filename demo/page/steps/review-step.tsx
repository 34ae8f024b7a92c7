/** @jsxImportSource preact */
/** The last look before signing: `<countersign-review>`, by the service's clock. */

import type { VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { Button } from '../fields.tsx';
import { Kit } from '../kit.tsx';
import { Sheet, useStep, type StepProps } from '../step.tsx';
import { translate } from '../language.ts';

export function ReviewStep({ demo }: StepProps): VNode {
  const { wallet, clock, state } = demo;
  const { quote, keptQuoteId, person } = state;
  /** Reads the quote that was looked at before a reload; until then the element shows what it knows of a payment that was pressed. */
  const read = async (quoteId: string): Promise<void> => {
    const found = await wallet.quote.get(quoteId);
    const shown = demo.state.quote?.id ?? demo.state.keptQuoteId;
    if (shown !== quoteId) return;
    const isOpen = found.status === 'PENDING' || (await wallet.quote.unfinished()).includes(quoteId);
    if (isOpen) demo.keep({ quote: found });
    else step.goOn('payment', { payment: found.transactionId, quote: null });
  };
  const step = useStep(demo, quote === null && keptQuoteId !== null ? () => read(keptQuoteId) : undefined);
  useLayoutEffect(
    () =>
      demo.subscribe((update) => {
        const shown = demo.state.quote?.id;
        if (update?.kind === 'lie' && shown !== undefined) step.load(() => read(shown));
      }),
    [],
  );
  const renew = (): void => {
    const to = quote?.destination.accountId;
    if (quote === null || person === null || to === undefined) return demo.go('amount', { quote: null });
    step.run(translate('Getting a new rate…'), async () => {
      const sending = { amount: quote.totalSendingAmount, currency: quote.sendingCurrency };
      step.goOn('review', { quote: await demo.requests.quote(person.accountId, to, sending) });
    });
  };
  return (
    <Sheet step={step} title={translate('Review payment')}>
      {/* Above the slip: the button that sends stays below the place of "Review payment". */}
      <p class="actions">
        <Button label={translate('Change')} class="link" run={() => demo.go('amount', { quote: null })} />
        <Button label={translate('New rate')} class="link" run={renew} waits={step.busy !== null} />
      </p>
      <Kit
        name="review"
        wallet={wallet}
        quote={quote ?? undefined}
        serviceTime={clock.now}
        oncountersign-new-quote={renew}
      />
    </Sheet>
  );
}
