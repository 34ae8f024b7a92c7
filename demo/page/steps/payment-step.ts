/** Follows a payment until it has ended, asking less and less often. */

import { html, nothing, type TemplateResult } from 'lit';
import type { Transaction } from 'countersign';
import { formatAmount } from '../money.ts';
import { formatDate } from '../payment-rows.ts';
import { describeStatus, type PaymentStatus } from '../payment-status.ts';
import { paymentSlip } from '../slip.ts';
import { define, Step } from '../step.ts';

const firstWaitMs = 1000;
const longestWaitMs = 10_000;
const skipMs = 60_000;

class PaymentStep extends Step {
  #transaction: Transaction | null = null;
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

  override render(): TemplateResult {
    const { payment, bank } = this.demo.state;
    if (payment === null) return html``;
    const { headline, stage } = this.#status() ?? { headline: 'Your payment', stage: 'unread' };
    const done = stage !== 'moving';
    return html`<section class="sheet">
      <h1 tabindex="-1">${headline}</h1>
      <p class="lead" role="status" data-testid="payment-status" data-status=${this.#transaction?.status ?? ''}>
        ${this.#describe()}
      </p>
      ${
        payment.quote === undefined
          ? this.#renderPlain()
          : paymentSlip(payment.quote, bank, {
              browser: payment.signedBy ?? null,
              service: stage === 'unread' || stage === 'unsigned' ? 'waiting' : 'accepted',
            })
      }
      ${done ? nothing : html`<progress class="wait" aria-label="Waiting for the bank"></progress>`}
      <div class="actions">
        ${
          done
            ? html`<button type="button" class="primary" @click=${() => this.demo.go('wallet')}>
                  Back to the wallet
                </button>
                <button type="button" class="quiet" @click=${() => this.demo.go('amount')}>Withdraw again</button>`
            : html`${
                  this.demo.settings.sandbox
                    ? html`<button
                        type="button"
                        class="primary"
                        aria-disabled=${this.busy !== null}
                        @click=${() => this.#skip()}
                      >
                        Skip a minute ahead
                      </button>`
                    : nothing
                }
                <button type="button" class="quiet" @click=${() => this.demo.go('wallet')}>Back to the wallet</button>`
        }
      </div>
      ${
        done || !this.demo.settings.sandbox
          ? nothing
          : html`<p class="hint">A bank takes its time, here one to three minutes. The sandbox can move its clock.</p>`
      }
      ${this.renderProblem()} ${this.renderProgress()}
    </section>`;
  }

  #renderPlain(): TemplateResult {
    const { sentAmount, receivedAmount, fees, createdAt } = this.#transaction ?? {};
    return html`<div class="slip">
      <dl>
        ${line('Arrives', receivedAmount && formatAmount(receivedAmount))}
        ${line('Leaves your wallet', sentAmount && formatAmount(sentAmount))}
        ${line('Fees, included', sentAmount && fees !== undefined ? formatAmount({ ...sentAmount, amount: fees }) : undefined)}
        ${line(this.#status()?.stage === 'unsigned' ? 'Prepared' : 'Sent', formatDate(createdAt))}
      </dl>
    </div>`;
  }

  #status(): PaymentStatus | null {
    return this.#transaction === null ? null : describeStatus(this.#transaction.status);
  }

  #describe(): string {
    const status = this.#status();
    // Nothing is said of a payment whose status couldn't be read.
    if (status === null) return this.problem === null ? 'Reading its status…' : '';
    const { failureReason, settledAt } = this.#transaction ?? {};
    const why = status.stage === 'failed' && failureReason !== undefined ? `The reason given: ${failureReason}. ` : '';
    return `${why}${status.text}${status.stage === 'done' ? ` ${formatDate(settledAt)}` : ''}`;
  }

  #ask(): void {
    clearTimeout(this.#next);
    const { payment } = this.demo.state;
    if (payment === null) return;
    this.load(async () => {
      try {
        this.#transaction = await this.demo.requests.transaction(payment.transactionId);
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
      await this.demo.requests.advanceClock(skipMs);
      this.#waitMs = firstWaitMs;
      clearTimeout(this.#next);
      this.#next = setTimeout(() => this.#ask(), 0);
    });
  }
}

function line(term: string, value: string | undefined): TemplateResult | typeof nothing {
  if (value === undefined || value === '') return nothing;
  return html`<div>
    <dt>${term}</dt>
    <dd>${value}</dd>
  </div>`;
}

define('payment-step', PaymentStep);
