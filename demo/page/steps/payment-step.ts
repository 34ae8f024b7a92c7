/** Follows a payment until it has ended, and is its receipt from then on. */

import { html, nothing, type TemplateResult } from 'lit';
import { formatAmount } from '../money.ts';
import { describeItem, type HistoryItem } from '../payment-entry.ts';
import { formatDate, skeletonRows } from '../payment-rows.ts';
import { describeStatus, type PaymentStatus } from '../payment-status.ts';
import { paymentSlip, signatureLines, slipLine, type Signatures } from '../slip.ts';
import { define, Step } from '../step.ts';
import type { PageUpdate } from '../updates.ts';

const firstWaitMs = 1000;
const longestWaitMs = 10_000;
const skipMs = 60_000;

class PaymentStep extends Step {
  #item: HistoryItem | null = null;
  #waitMs = firstWaitMs;
  #next: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#ask();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#next);
  }

  protected override onUpdate({ kind, about }: PageUpdate): void {
    if (kind === 'all' || about === this.demo.state.payment?.transactionId) this.#ask();
  }

  override render(): TemplateResult {
    const { payment, bank } = this.demo.state;
    if (payment === null) return html``;
    const { headline, stage } = this.#status() ?? { headline: 'Your payment', stage: 'unread' };
    const isOver = stage !== 'moving' && stage !== 'unread';
    return html`<section class="sheet">
      <h1 tabindex="-1">${headline}</h1>
      <p class="lead" role="status" data-testid="payment-status" data-status=${this.#item?.status ?? ''}>
        ${this.#describe()}
      </p>
      ${
        payment.quote !== undefined
          ? paymentSlip(payment.quote, bank, this.#signatures())
          : this.#item === null
            ? this.problem === null
              ? skeletonRows(3, '')
              : nothing
            : this.#renderPlain(this.#item)
      }
      ${stage === 'moving' ? html`<progress class="wait" aria-label="Waiting for the bank"></progress>` : nothing}
      ${this.#renderActions(isOver, stage)} ${this.renderProblem()} ${this.renderProgress()}
    </section>`;
  }

  #renderActions(isOver: boolean, stage: string): TemplateResult {
    const canSkip = stage === 'moving' && this.demo.settings.sandbox && this.#item?.type !== 'CARD';
    const home = html`<button
      type="button"
      class=${isOver ? 'primary' : 'quiet'}
      @click=${() => this.demo.go('wallet')}
    >
      Back to the wallet
    </button>`;
    const again = html`<button type="button" class="quiet" @click=${() => this.demo.go('amount')}>
      Withdraw again
    </button>`;
    const skip = html`<button
      type="button"
      class="primary"
      aria-disabled=${this.busy !== null}
      @click=${() => this.#skip()}
    >
      Skip a minute ahead
    </button>`;
    const print = html`<button type="button" class="link" @click=${() => globalThis.print()}>Print</button>`;
    return html`<div class="actions">
        ${canSkip ? skip : nothing} ${home} ${isOver && this.#item?.type === 'OUTGOING' ? again : nothing}
        ${stage === 'done' ? print : nothing}
      </div>
      ${
        canSkip
          ? html`<p class="hint">A bank takes its time, here a minute. The sandbox can move its clock.</p>`
          : nothing
      }`;
  }

  #renderPlain(item: HistoryItem): TemplateResult {
    const { amount } = describeItem(item);
    const id = item.id.replace(/^[A-Za-z]+:/, '').slice(0, 8);
    if (item.type === 'CARD') {
      return html`<div class="slip">
        <dl>
          ${slipLine('Shop', item.merchant.descriptor)}
          ${slipLine('Amount', amount === null ? '' : formatAmount(amount))} ${slipLine('Paid with', 'your card')}
          ${slipLine('When', formatDate(item.createdAt))} ${slipLine('Number', id)}
        </dl>
      </div>`;
    }
    const { sentAmount, receivedAmount, fees, createdAt, settledAt } = item;
    const isOutgoing = item.type === 'OUTGOING';
    return html`<div class="slip">
      <dl>
        ${slipLine(isOutgoing ? 'Arrives' : 'Came in', receivedAmount && formatAmount(receivedAmount))}
        ${slipLine('Leaves your wallet', isOutgoing && sentAmount ? formatAmount(sentAmount) : '')}
        ${slipLine('Fees, included', isOutgoing && sentAmount && fees !== undefined ? formatAmount({ ...sentAmount, amount: fees }) : '')}
        ${slipLine(this.#status()?.stage === 'unsigned' ? 'Prepared' : 'Sent', formatDate(createdAt))}
        ${slipLine('Arrived', formatDate(settledAt))} ${slipLine('Number', id)}
      </dl>
      ${isOutgoing ? signatureLines(this.#signatures()) : nothing}
    </div>`;
  }

  /** Who has signed, as far as this tab and the payment's status tell. */
  #signatures(): Signatures {
    const { payment } = this.demo.state;
    const stage = this.#status()?.stage ?? 'unread';
    const quoteId = payment?.quote?.id ?? (this.#item?.type === 'OUTGOING' ? this.#item.quoteId : undefined);
    const key = this.demo.signedHere.keyOf(quoteId);
    const isSigned = stage !== 'unread' && stage !== 'unsigned' && stage !== 'unknown';
    const browser = key ?? (isSigned ? '' : null);
    // A signature that came too late was answered: the quote has run out.
    const late = this.#item?.status === 'EXPIRED' ? 'refused' : 'unanswered';
    if (!isSigned) return { browser, service: key === null ? 'waiting' : late };
    return { browser, service: stage === 'failed' ? 'refused' : 'accepted' };
  }

  #status(): PaymentStatus | null {
    return this.#item === null ? null : describeStatus(this.#item.status);
  }

  #describe(): string {
    const status = this.#status();
    // Nothing is said of a payment whose status couldn't be read.
    if (status === null) return this.problem === null ? 'Reading its status…' : '';
    const item = this.#item;
    if (item === null || item.type === 'CARD') return status.text;
    const { failureReason } = item;
    const why = status.stage === 'failed' && failureReason !== undefined ? `The reason given: ${failureReason}. ` : '';
    if (item.type === 'INCOMING' && status.stage === 'done') return 'The money is in your wallet.';
    return `${why}${status.text}`;
  }

  #ask(): void {
    clearTimeout(this.#next);
    const { payment, person } = this.demo.state;
    if (payment === null || person === null) return;
    this.load(async () => {
      try {
        this.#item = await this.demo.requests.transaction(person, payment.transactionId);
      } finally {
        if (this.isConnected && (this.#status()?.stage ?? 'moving') === 'moving') {
          this.#next = setTimeout(() => this.#ask(), this.#waitMs);
          this.#waitMs = Math.min(this.#waitMs * 1.6, longestWaitMs);
        }
      }
    });
  }

  #skip(): void {
    this.run('Moving the sandbox’s clock…', 'other', async () => {
      await this.demo.skipAhead(skipMs);
      this.#waitMs = firstWaitMs;
      clearTimeout(this.#next);
      this.#next = setTimeout(() => this.#ask(), 0);
    });
  }
}

define('payment-step', PaymentStep);
