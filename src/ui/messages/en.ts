/** English, with the texts of all screens. */
import { english } from './english.ts';
import type { CompleteLocale } from './locale.ts';
import { activityEn } from './screens/activity.ts';
import { authorizationEn } from './screens/authorization.ts';
import { balanceEn } from './screens/balance.ts';
import { cardEn } from './screens/card.ts';
import { codeEntryEn } from './screens/code-entry.ts';
import { credentialsEn } from './screens/credentials.ts';
import { paymentEn } from './screens/payment.ts';
import { framedEn } from './screens/framed.ts';
import { payeeEn } from './screens/payee.ts';
import { pressEn } from './screens/press.ts';
import { reviewEn } from './screens/review.ts';
import { sessionEn } from './screens/session.ts';
import { sessionsEn } from './screens/sessions.ts';
import { signInEn } from './screens/sign-in.ts';

/** English texts. */
export const en: CompleteLocale = {
  ...english,
  screens: {
    signIn: signInEn,
    codeEntry: codeEntryEn,
    authorization: authorizationEn,
    review: reviewEn,
    payment: paymentEn,
    session: sessionEn,
    credentials: credentialsEn,
    sessions: sessionsEn,
    card: cardEn,
    balance: balanceEn,
    activity: activityEn,
    framed: framedEn,
    payee: payeeEn,
    press: pressEn,
  },
};
