/** The last look before signing, with the time that the quote has left by the service's clock. */

import { html, nothing, type TemplateResult } from 'lit';
import { formatSeconds } from '../server-clock.ts';
import { paymentSlip } from '../slip.ts';
import { define, keepFocus, Step } from '../step.ts';
import { shortKey } from '../underneath/keys.ts';

class ReviewStep extends Step {
  #ticking: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#ticking = setInterval(() => this.#tick(), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#ticking);
  }

  override render(): TemplateResult {
    const { quote, bank } = this.demo.state;
    if (quote === null) return html``;
    const left = this.demo.clock.secondsUntil(quote.expiresAt);
    // The service has said so, beside a button of its own.
    const isRefused = this.offered === 'new-quote';
    const over = left === 0 && this.busy === null;
    const key = this.demo.walletState?.session?.compressedPublicKeyHex ?? '';
    const signedBy = this.demo.signedHere.keyOf(quote.id);
    return html`<section class="sheet">
      <h1 tabindex="-1">Review and sign</h1>
      ${paymentSlip(quote, bank, { browser: signedBy, service: isRefused ? 'refused' : signedBy === null ? 'waiting' : 'unanswered' })}
      <p class="countdown" data-over=${over}>
        <span role="status">${over && !isRefused ? 'This quote has run out. Nothing was sent.' : ''}</span>
        ${over || isRefused ? '' : html`This quote is held for <span role="timer" class="figure">${formatSeconds(left)}</span>`}
      </p>
      <div class="actions">
        ${
          isRefused
            ? nothing
            : over
              ? html`<button type="button" class="primary" @click=${() => this.#renew()}>Get a new quote</button>`
              : html`<button
                  type="button"
                  class="primary"
                  aria-disabled=${this.busy !== null}
                  @click=${() => this.#sign()}
                >
                  Sign and send
                </button>`
        }
        <button type="button" class="quiet" @click=${() => this.demo.go('amount', { quote: null })}>Change</button>
      </div>
      <p class="hint">
        Your browser signs with key <code>${shortKey(key)}</code>. It can use this key, but not read it. Amount and
        recipient can’t be read in what it signs: you trust the service for these.
      </p>
      ${this.renderProblem({ 'new-quote': { label: 'Get a new quote', run: () => this.#renew() } })}
      ${this.renderProgress()}
    </section>`;
  }

  /** Whoever is at the button that signs is at the one in its place, once the time is over. */
  #tick(): void {
    const focused = this.contains(document.activeElement);
    this.requestUpdate();
    void keepFocus(this, focused, 'review-step .primary');
  }

  #sign(): void {
    const { quote } = this.demo.state;
    if (quote === null) return;
    this.run('Signing in this browser and sending…', 'pay', async () => {
      const { transactionId } = await this.demo.wallet.quote.execute(quote);
      const done = { payment: { transactionId, quote }, quote: null, typedAmount: '' };
      if (this.isConnected) this.demo.go('payment', done);
      else this.demo.keep({ ...done, notice: 'Your payment was signed and accepted. It is under Payments.' });
    });
  }

  #renew(): void {
    const { quote, bank, account } = this.demo.state;
    if (quote === null || bank === null || account === null) return this.demo.go('amount', { quote: null });
    this.run('Asking for a new quote…', 'other', async () => {
      const sending = { amount: quote.totalSendingAmount, currency: quote.sendingCurrency };
      this.goOn('review', { quote: await this.demo.requests.quote(account.id, bank.id, sending) });
    });
  }
}

define('review-step', ReviewStep);
