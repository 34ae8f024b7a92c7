/** The texts of the elements, by screen. */
import type { activityEn } from './activity.ts';
import type { authorizationEn } from './authorization.ts';
import type { balanceEn } from './balance.ts';
import type { cardEn } from './card.ts';
import type { codeEntryEn } from './code-entry.ts';
import type { credentialsEn } from './credentials.ts';
import type { framedEn } from './framed.ts';
import type { payeeEn } from './payee.ts';
import type { paymentEn } from './payment.ts';
import type { pressEn } from './press.ts';
import type { reviewEn } from './review.ts';
import type { sessionEn } from './session.ts';
import type { sessionsEn } from './sessions.ts';
import type { signInEn } from './sign-in.ts';
import type { TextsOf } from './texts.ts';

export type { TextsOf };

/** The texts of all screens. */
export interface Screens {
  /** Those of `<countersign-activity>`. */
  readonly activity: TextsOf<typeof activityEn>;
  /** The code with which a payment is released. */
  readonly authorization: TextsOf<typeof authorizationEn>;
  /** Those of `<countersign-balance>`. */
  readonly balance: TextsOf<typeof balanceEn>;
  /** Those of `<countersign-card>`. */
  readonly card: TextsOf<typeof cardEn>;
  /** Those of `<countersign-code-entry>`. */
  readonly codeEntry: TextsOf<typeof codeEntryEn>;
  /** Those of `<countersign-credentials>`. */
  readonly credentials: TextsOf<typeof credentialsEn>;
  /** The text in place of an element that another site frames. */
  readonly framed: TextsOf<typeof framedEn>;
  /** The payee on a slip. */
  readonly payee: TextsOf<typeof payeeEn>;
  /** Those of `<countersign-payment>`. */
  readonly payment: TextsOf<typeof paymentEn>;
  /** Those of every button that signs. */
  readonly press: TextsOf<typeof pressEn>;
  /** Those of `<countersign-review>`. */
  readonly review: TextsOf<typeof reviewEn>;
  /** Those of `<countersign-session>`. */
  readonly session: TextsOf<typeof sessionEn>;
  /** Those of `<countersign-sessions>`. */
  readonly sessions: TextsOf<typeof sessionsEn>;
  /** Those of `<countersign-sign-in>`. */
  readonly signIn: TextsOf<typeof signInEn>;
}

/** Texts of a language; what is missing is shown in English. */
export type ScreenTexts = { readonly [Screen in keyof Screens]?: Partial<Screens[Screen]> };
