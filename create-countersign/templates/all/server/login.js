/** A log-in for two sample people, with SAMPLE_LOGIN=1, in place of which your platform has its own. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const people = ['first', 'second'];
const hourMs = 3_600_000;

export const hasLogin = () => process.env.SAMPLE_LOGIN === '1';

/** The person whose session cookie a request brings; null for strangers. */
export function personOf(request) {
  const [, session = ''] = /(?:^|; )session=([^;]*)/.exec(request.headers.get('Cookie') ?? '') ?? [];
  const [person, expiresAt, signature = ''] = session.split('.');
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(`${person}.${expiresAt}`))];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  return Number(expiresAt) > Date.now() ? person : null;
}

/** Answers /login: a page with a button for each person, and its form. */
export async function login(request) {
  if (!hasLogin()) return new Response(null, { status: 404 });
  if (request.method !== 'POST') return new Response(page, { headers });
  // A form of another site could log a visitor in as somebody else.
  if (request.headers.get('Sec-Fetch-Site') !== 'same-origin') return new Response(null, { status: 403 });
  const person = (await request.formData()).get('person');
  const isKnown = people.includes(person);
  const session = `${person}.${Date.now() + hourMs}`;
  const cookie = isKnown ? `${session}.${sign(session)}; Max-Age=${hourMs / 1000}` : '; Max-Age=0';
  const secure = process.env.APP_ORIGIN?.startsWith('https:') ? '; Secure' : '';
  return new Response(null, {
    status: 303,
    headers: {
      Location: isKnown ? '/' : '/login',
      'Set-Cookie': `session=${cookie}; Path=/; HttpOnly; SameSite=Lax${secure}`,
    },
  });
}

/** Without a secret of its own, a session ends with the process. */
function sign(text) {
  globalThis.sessionSecret ??= process.env.SESSION_SECRET ?? randomBytes(32).toString('hex');
  return createHmac('sha256', globalThis.sessionSecret).update(text).digest('base64url');
}

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

const page = `<!doctype html>
<html lang="en">
  <meta name="viewport" content="width=device-width" />
  <title>Log in</title>
  <form method="post" action="/login">
    <button name="person" value="first">Log in as the first customer</button>
    <button name="person" value="second">Log in as the second customer</button>
    <button name="person" value="">Log out</button>
  </form>
</html>
`;
