/** The text of the files below demo/code, which is loaded when somebody asks for it. */

import card from '../code/card.ts?raw';
import cardReact from '../code/card.tsx?raw';
import passkey from '../code/passkey.ts?raw';
import passkeyReact from '../code/passkey.tsx?raw';
import pay from '../code/pay.ts?raw';
import payReact from '../code/pay.tsx?raw';
import sessions from '../code/sessions.ts?raw';
import sessionsReact from '../code/sessions.tsx?raw';
import signIn from '../code/sign-in.ts?raw';
import signInReact from '../code/sign-in.tsx?raw';

const texts: Readonly<Record<string, { readonly plain: string; readonly react: string }>> = {
  card: { plain: card, react: cardReact },
  passkey: { plain: passkey, react: passkeyReact },
  pay: { plain: pay, react: payReact },
  sessions: { plain: sessions, react: sessionsReact },
  'sign-in': { plain: signIn, react: signInReact },
};

/** The lines of a step, plain and for React. */
export function codeOf(name: string): { readonly plain: string; readonly react: string } {
  return texts[name] ?? { plain: '', react: '' };
}
