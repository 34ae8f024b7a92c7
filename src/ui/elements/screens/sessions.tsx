/** @jsxImportSource preact */
/** `<countersign-sessions>`: the browsers that can sign for the wallet, and the way to end their sessions. */
import type { VNode } from 'preact';
import { sessionsEn } from '../../messages/screens/sessions.ts';
import type { ListedSession, Wallet } from '../../../kit/wallet/index.ts';
import { fill, fillParts } from '../parts/fill.ts';
import { namedView } from '../parts/act-view.tsx';
import { followerOf } from '../host/follower.ts';
import { icon, iconOfWay } from '../parts/icon.tsx';
import { nameView } from '../parts/name-view.tsx';
import { createAccountPresses } from '../host/account-presses.tsx';
import { readBrowser } from '../parts/this-browser.ts';
import { SignedInElement } from '../host/signed-in-element.tsx';
import { defineSigning } from '../host/signing.ts';

class Sessions extends SignedInElement {
  protected override readonly follows = ['sessions'] as const;
  #list: readonly ListedSession[] | undefined;
  protected override readonly presses = createAccountPresses(this, {
    signs: () => this.#list?.map(({ id, nickname }) => [id, nickname]),
  });

  constructor() {
    super('');
  }

  protected override async read(wallet: Wallet, signal: AbortSignal): Promise<() => void> {
    const list = await followerOf(wallet).read('sessions', signal, (shared) => wallet.session.list({ signal: shared }));
    return () => (this.#list = list);
  }

  protected override forget(): void {
    super.forget();
    this.#list = undefined;
  }

  protected override view(): VNode {
    const texts = this.texts('sessions', sessionsEn);
    const list = this.#list;
    const rows = list && (
      <ul class="rows" part="list">
        {list.map((one) => this.#row(one, texts))}
      </ul>
    );
    return this.frame(texts, list?.length === 0 ? <p class="muted">{texts.none}</p> : (rows ?? null));
  }

  #row(session: ListedSession, texts: typeof sessionsEn): VNode {
    const { id, current, type, nickname, createdAt } = session;
    const values = { name: nickname, since: `${this.dayInWords(createdAt)}, ${this.timeOfDay(createdAt)}` };
    const name = type === 'PASSKEY' ? fillParts(texts.PASSKEY, { name: nameView(nickname) }) : nameView(nickname);
    const label = fill(current ? texts.endThisName : texts.endName, values);
    const more = { class: 'link', 'aria-label': label, 'data-about': id };
    const ask = (): void => this.#ask(session, fill(texts.question, values), texts);
    const device = current ? readBrowser(navigator) : undefined;
    return (
      <li key={id} part="row">
        <div class="row">
          {icon(current ? 'screen' : iconOfWay[type])}
          <div>
            <strong>{current ? texts.current : name}</strong>
            {device === undefined ? null : <small translate={false}>{fill(texts.device, { ...device })}</small>}
            <small>{fill(texts.signedIn, values)}</small>
          </div>
          {this.presses.question(id) === null
            ? // A sign-out from this browser is never refused.
              this.button(texts.end, () => (current ? this.#signOut(texts) : ask()), more)
            : null}
        </div>
        {this.presses.question(id)}
      </li>
    );
  }

  #ask({ id: sessionId, nickname }: ListedSession, text: string, texts: typeof sessionsEn): void {
    const act = (): void =>
      this.press(texts.ending, async (wallet, signal) => {
        await wallet.session.revoke({ sessionId, signal });
        this.emit('session-ended', { sessionId });
        await this.load();
        return texts.ended;
      });
    this.presses.ask({ about: sessionId, text, yes: texts.yes, subject: namedView(nickname), no: texts.no, act });
  }

  #signOut(texts: typeof sessionsEn): void {
    this.press(texts.ending, async (wallet, signal) => {
      const revocation = await wallet.session.revoke({ signal });
      if (!signal.aborted) this.emit('signed-out', revocation);
      return '';
    });
  }
}

/** Defines the element. */
export function define(): void {
  defineSigning('countersign-sessions', Sessions);
}
