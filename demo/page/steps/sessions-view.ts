/** Where this wallet is signed in, and the way to end a session. */

import { html, nothing, type TemplateResult } from 'lit';
import type { Wallet } from 'countersign';
import { formatDate, skeletonRows } from '../payment-rows.ts';
import { define, Step } from '../step.ts';

type Sessions = Awaited<ReturnType<Wallet['session']['list']>>;

class SessionsView extends Step {
  #list: Sessions | null = null;
  #listedFor = '';

  /** A renewed session is another one: the list is read again. */
  protected override willUpdate(): void {
    const now = this.demo.walletState?.session?.sessionId;
    if (now === undefined || now === this.#listedFor) return;
    this.#listedFor = now;
    this.load(() => this.#read());
  }

  override render(): TemplateResult {
    return html`<section class="sheet">
      <h1 tabindex="-1">Sessions</h1>
      <p class="lead">Browsers that can sign for this wallet right now. Each has a key of its own.</p>
      ${this.renderProblem()} ${this.renderProgress()}
      ${this.#list === null && this.problem === null ? skeletonRows(2, 'Reading the sessions…') : nothing}
      <ul class="rows">
        ${(this.#list ?? []).map(
          ({ id, current, nickname, createdAt, expiresAt }) =>
            html`<li>
              <span class="row-main">
                <span>${current ? 'This browser' : 'Another sign-in'} <small>${nickname}</small></span>
                <small>since ${formatDate(createdAt)}, until ${formatDate(expiresAt)}</small>
              </span>
              <span class="row-side">
                ${
                  current
                    ? nothing
                    : html`<button
                        type="button"
                        class="quiet small"
                        aria-disabled=${this.busy !== null}
                        aria-label="End it: the session of ${nickname}, since ${formatDate(createdAt)}"
                        @click=${() => this.#end(id)}
                      >
                        End it
                      </button>`
                }
              </span>
            </li>`,
        )}
      </ul>
      <div class="actions">
        <button type="button" class="quiet" @click=${() => this.demo.go('wallet')}>Back to the wallet</button>
      </div>
    </section>`;
  }

  async #read(): Promise<void> {
    this.#list = await this.demo.wallet.session.list();
  }

  #end(sessionId: string): void {
    this.run('Signing and ending the session…', 'other', async () => {
      await this.demo.wallet.session.revoke({ sessionId });
      await this.#read();
      this.goOn('sessions', { notice: 'That session has ended.' });
    });
  }
}

define('sessions-view', SessionsView);
