/** The owner of an identity, from its ID token: for the question before it is added. The service verifies the provider's signature. */
import { copyOwn } from '../../../kit/own-members.ts';
import type { Screens } from '../../messages/index.ts';
import { mistake } from './checked.ts';
import { fill } from './fill.ts';

/** The question if this identity's owner may pay, and the owner in short. @throws TypeError if the text is no ID token */
export function identityQuestion(
  idToken: string,
  texts: Screens['credentials'],
): { readonly text: string; readonly who: string } {
  const { iss, sub, email, email_verified: verified } = claimsOf(idToken);
  // Its host: behind that stand long ids of the provider's own customers.
  const issuer = String(iss).replace(/^https:\/\/([^/]*).*/, '$1');
  if (typeof email !== 'string' || email === '') {
    const subject = String(sub).slice(0, 6);
    return { text: fill(texts.linkSubject, { subject, issuer }), who: `${subject}…` };
  }
  // Some providers write it as a text.
  const isVerified = verified === true || verified === 'true';
  const text = fill(texts.linkEmail, { email: isVerified ? email : fill(texts.unverified, { email }), issuer });
  return { text, who: email };
}

function claimsOf(idToken: string): Readonly<Record<string, unknown>> {
  try {
    const [, payload = ''] = idToken.split('.');
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    return copyOwn(JSON.parse(new TextDecoder().decode(bytes)) as Readonly<Record<string, unknown>>);
  } catch {
    // The parser's own error would quote the token.
    throw mistake('idToken', 'an ID token');
  }
}
