/** Screens as custom elements: sign-in, code, review, payment, session, credentials, sessions, card, activity, balance, problem. */
import type { ElementName } from './elements.ts';

export type * from './elements.ts';

const files: Readonly<Record<ElementName, () => Promise<{ readonly define: () => void }>>> = {
  'sign-in': () => import('./screens/sign-in.tsx'),
  'code-entry': () => import('./screens/code-entry.tsx'),
  review: () => import('./screens/review.tsx'),
  payment: () => import('./screens/payment.tsx'),
  session: () => import('./screens/session.tsx'),
  credentials: () => import('./screens/credentials.tsx'),
  sessions: () => import('./screens/sessions.tsx'),
  card: () => import('./screens/card.tsx'),
  activity: () => import('./screens/activity.tsx'),
  balance: () => import('./screens/balance.tsx'),
  problem: () => import('./screens/problem.tsx'),
};

/**
 * Defines the elements that are named, or all of them, as `countersign-<name>`. Each is a file of its own, which loads here; elements
 * that are in the page already are upgraded then, with the properties that were set before. Does nothing on a server, and nothing to an
 * element that is defined already.
 *
 * @example
 * await defineElements('sign-in', 'review', 'payment');
 *
 * @throws TypeError for an unknown name
 */
export async function defineElements(...names: readonly ElementName[]): Promise<void> {
  const wanted = names.length === 0 ? (Object.keys(files) as ElementName[]) : names;
  for (const name of wanted) {
    if (!Object.hasOwn(files, name))
      throw new TypeError(
        'defineElements: a name must be one of the elements’, such as sign-in; docs/elements.md lists them',
      );
  }
  if (typeof customElements === 'undefined') return;
  await Promise.all(wanted.map(async (name) => (await files[name]()).define()));
}
