/** @jsxImportSource preact */
/** The wallet's card: `<countersign-card>`, and what the platform does beside it: issue one, and in a sandbox let a shop charge it. */

import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Card } from 'countersign';
import { Button, readForm, TextField, type Submit } from '../fields.tsx';
import { Kit } from '../kit.tsx';
import { formatAmount, parseAmount, sampleAmount } from '../money.ts';
import { Sheet, useStep, type StepProps } from '../step.tsx';
import { currentLanguage, translate } from '../language.ts';

export function CardView({ demo }: StepProps): VNode {
  const { wallet, requests, settings } = demo;
  const [card, setCard] = useState<Card | null>();
  const [charged, setCharged] = useState<Readonly<{ text: string; look: string; language: string }> | null>(null);
  /** The card as it was shown last. */
  const last = useRef<Card | null>(null);
  const show = (next: Card | null): void => {
    // What the shop was told holds for the card as it was.
    if (next?.state !== last.current?.state) setCharged(null);
    last.current = next;
    setCard(next);
  };
  const read = async (): Promise<void> => {
    const [cards] = await Promise.all([wallet.card.list(), demo.readAccount()]);
    // A closed card is no longer the wallet's.
    const closed = last.current?.state === 'CLOSED' ? last.current : null;
    show(cards.find(({ state }) => state !== 'CLOSED') ?? closed);
  };
  const step = useStep(demo, read, true);
  const waits = step.busy !== null;
  const issue = (): void =>
    step.run(translate('Asking for a card…'), async () => {
      await requests.issueCard();
      await read();
      demo.announce(translate('Your card is being made.'));
    });
  /** Whether the owner has signed the service's key for this card; in one profile cards need none. */
  const maySpend = async (id: string): Promise<boolean> => {
    const keys = await wallet.delegatedKeys.list();
    return keys === undefined || keys.some(({ cardId, status }) => cardId === id && status === 'ACTIVE');
  };
  const purchase = (event: Submit, { id, state }: Card): void => {
    const typed = readForm(event).get('price') ?? '';
    const balance = demo.state.account?.balance;
    if (balance === undefined) return;
    const parsed = parseAmount(typed, balance.currency);
    if ('mistake' in parsed) return step.refuseField('price', parsed.mistake);
    const price = { amount: parsed.units, currency: balance.currency };
    step.run(translate('Sample Shop charges the card…'), async () => {
      setCharged(null);
      const isRefusal = !(await requests.purchase(id, price.amount));
      await read();
      const why =
        state === 'FROZEN'
          ? translate('the card is frozen')
          : isRefusal && !(await maySpend(id))
            ? translate('you have not let this card spend from your wallet yet')
            : price.amount > balance.amount
              ? translate('the wallet holds {amount}', { amount: formatAmount(balance) })
              : translate('the service gave no reason');
      const amount = formatAmount(price);
      const text = isRefusal
        ? translate('Sample Shop was refused {amount}: {why}. Nothing was charged.', { amount, why })
        : translate('Sample Shop charged {amount}.', { amount });
      setCharged({ text, look: isRefusal ? 'notice refusal' : 'notice', language: currentLanguage() });
      demo.announce(text);
    });
  };
  const action = (label: string, className: string, run: () => void): VNode => (
    <div class="actions">
      <Button label={label} class={className} run={run} waits={waits} />
    </div>
  );
  const renderPlatform = (shown: Card | null): VNode | null => {
    if (shown === null)
      return (
        <>
          <p class="lead">
            {translate('A virtual card that spends from this wallet. The platform issues it; you control it.')}
          </p>
          {action(translate('Get a card'), 'primary', issue)}
        </>
      );
    if (shown.state === 'CLOSED') return action(translate('Get a new card'), 'primary', issue);
    if (!settings.sandbox) return null;
    // The element reads its card again by itself while it is made.
    if (shown.state === 'PROCESSING')
      return action(translate('Skip a minute ahead'), 'quiet', () =>
        step.run(translate('Moving the sandbox’s clock…'), () => demo.skipAhead()),
      );
    return (
      <>
        {charged?.language === currentLanguage() && <p class={charged.look}>{charged.text}</p>}
        <form class="shop" noValidate onSubmit={(event) => purchase(event, shown)}>
          <TextField
            name="price"
            label={translate('Sample Shop charges')}
            value={sampleAmount(500)}
            error={step.fieldError('price')}
            inputmode="decimal"
            suffix={demo.state.account?.balance.currency.code ?? ''}
          />
          <Button label={translate('Try the purchase')} class="quiet" waits={waits} />
        </form>
      </>
    );
  };
  return (
    <Sheet step={step} title={translate('Card')}>
      {card !== undefined && (
        // It stays in the page: a card that is being closed is listed no longer before that is answered.
        <Kit
          name="card"
          data-testid="card"
          hidden={card === null}
          brand="Sample"
          wallet={wallet}
          cardId={card?.id ?? ''}
          oncountersign-card-changed={({ detail }) => show(detail.card)}
        />
      )}
      {card !== undefined && renderPlatform(card)}
    </Sheet>
  );
}
