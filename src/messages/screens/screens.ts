/** The texts of the elements, by screen. */
import type { CardTexts } from './card.ts';
import type { CodeEntryTexts } from './code-entry.ts';
import type { CredentialsTexts } from './credentials.ts';
import type { PaymentTexts } from './payment.ts';
import type { ReviewTexts } from './review.ts';
import type { SessionTexts } from './session.ts';
import type { SessionsTexts } from './sessions.ts';
import type { SignInTexts } from './sign-in.ts';

/** The texts of all screens. */
export interface Screens {
  readonly signIn: SignInTexts;
  readonly codeEntry: CodeEntryTexts;
  readonly review: ReviewTexts;
  readonly payment: PaymentTexts;
  readonly session: SessionTexts;
  readonly credentials: CredentialsTexts;
  readonly sessions: SessionsTexts;
  readonly card: CardTexts;
}

/** Texts of a language; what is missing is shown in English. */
export type ScreenTexts = { readonly [Screen in keyof Screens]?: Partial<Screens[Screen]> };
