/**
 * The built-in identity provider under `/_sandbox/identity`: the parts of OpenID Connect Core and Discovery that a
 * page needs for an ID token.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { html } from 'hono/html';
import * as v from 'valibot';
import { encodeBase64url, encodeUtf8 } from '../../../../src/kit/encoding/index.ts';
import type { Queue } from '../../../../src/kit/waiting.ts';
import { text } from '../http/fields.ts';
import { isLoopbackUrl } from '../http/loopback.ts';
import { controlBasePath } from '../http/path-pattern.ts';
import { Refusal } from '../http/refusal.ts';
import { validate } from '../http/validation.ts';
import type { Service } from '../service/service.ts';
import { identityPath } from '../wallet-auth/id-tokens.ts';
import type { IdTokenOptions } from '../wallet-auth/wallet-auth-records.ts';
import { issueIdToken } from './built-in-tokens.ts';

const CODE_LIFE_MS = 60_000;
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";

const mode = (only: string): v.GenericSchema<unknown, string | undefined> => v.optional(v.picklist([only]));

// Parameters that OpenID Connect knows beside these are ignored, as it says.
const common = {
  client_id: text(),
  redirect_uri: text(2048),
  scope: v.pipe(
    text(),
    v.check((scope) => scope.split(' ').includes('openid'), 'This must contain openid.'),
  ),
  state: v.optional(text(2048)),
  /** The chosen user id, if any. */
  subject: v.optional(v.pipe(v.string(), v.maxLength(255))),
};
const authorization = v.variant('response_type', [
  v.object({ ...common, response_type: v.literal('id_token'), response_mode: mode('fragment'), nonce: text() }),
  v.object({
    ...common,
    response_type: v.literal('code'),
    response_mode: mode('query'),
    nonce: v.optional(text()),
    code_challenge: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
    code_challenge_method: v.literal('S256'),
  }),
]);
const exchange = v.object({
  grant_type: v.literal('authorization_code'),
  code: text(),
  redirect_uri: text(2048),
  client_id: text(),
  code_verifier: v.pipe(v.string(), v.regex(/^[A-Za-z0-9._~-]{43,128}$/)),
});

type Authorization = v.InferOutput<typeof authorization>;

/** Builds the provider. Anybody gets a token for any user: there is no password. */
export function createIdentityProvider(service: Service, queue: Queue): Hono {
  const app = new Hono().basePath(identityPath);
  // Not `authorize`: there a page of any site could read who there is.
  for (const path of ['/.well-known/*', '/jwks', '/token']) app.use(path, cors());
  app.use(async (context, next) => {
    await next();
    context.header('Content-Security-Policy', POLICY);
    context.header('Referrer-Policy', 'no-referrer');
    context.header('Cache-Control', 'no-store');
  });
  app.get('/.well-known/openid-configuration', (context) => context.json(discovery(new URL(context.req.url).origin)));
  app.get('/jwks', (context) => context.json({ keys: [service.enclave.identityJwk] }));
  app.get('/authorize', (context) => {
    const url = new URL(context.req.url);
    const asked = validate(authorization, context.req.query(), { root: 'query' });
    const { client_id: clientId, redirect_uri: redirectUri, subject } = asked;
    if (!isLoopbackUrl(redirectUri) && !(URL.canParse(redirectUri) && new URL(redirectUri).origin === url.origin)) {
      throw new Refusal(400, 'INVALID_INPUT', 'redirect_uri must be a page on this machine, or of this very origin.');
    }
    const accounts = accountsOf(service, clientId);
    if (subject === undefined) return context.html(page(url, accounts));
    const { email } = accounts.find((one) => one.subject === subject) ?? sample;
    const chosen = subject === '' ? null : { subject, email, audience: clientId, nonce: asked.nonce };
    return queue(async () => context.redirect(authorize(service, asked, chosen, url.origin)));
  });
  app.post('/token', async (context) => {
    const { origin } = new URL(context.req.url);
    const asked = validate(exchange, await context.req.parseBody());
    return queue(async () => {
      const token = redeem(service, asked);
      if (token === null) return context.json({ error: 'invalid_grant' }, 400);
      // RFC 6749 wants an access token in every answer: this one opens nothing.
      const access_token = encodeBase64url(service.random.draw('access token', 32));
      const id_token = issueIdToken(service, origin, token);
      return context.json({ access_token, token_type: 'Bearer', expires_in: 60, id_token });
    });
  });
  app.notFound((context) => context.json({ error: 'not_found' }, 404));
  app.onError((error, context) => {
    if (!(error instanceof Refusal)) throw error;
    const fields = (error.options.errors ?? []).map(({ field, message = '' }) => `${field}: ${message}`);
    return context.json({ error: 'invalid_request', error_description: [error.message, ...fields].join(' ') }, 400);
  });
  return app;
}

function discovery(origin: string): object {
  const issuer = origin + identityPath;
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['id_token', 'code'],
    response_modes_supported: ['fragment', 'query'],
    grant_types_supported: ['authorization_code', 'implicit'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    token_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: ['openid', 'email'],
    claims_supported: ['iss', 'sub', 'aud', 'iat', 'exp', 'nonce', 'email', 'email_verified'],
  };
}

/** Address to return to, with a token or a code for the chosen user, or with neither. */
function authorize(service: Service, asked: Authorization, token: IdTokenOptions | null, origin: string): string {
  const { clock, random, state } = service;
  const target = new URL(asked.redirect_uri);
  const answer = new URLSearchParams(asked.state === undefined ? {} : { state: asked.state });
  if (token === null) answer.set('error', 'access_denied');
  else if (asked.response_type === 'id_token') answer.set('id_token', issueIdToken(service, origin, token));
  else {
    const [code, now] = [encodeBase64url(random.draw('authorization code', 32)), clock.now()];
    for (const [old, { expiresAt }] of state.identityCodes) if (expiresAt <= now) state.identityCodes.delete(old);
    const { redirect_uri: redirectUri, code_challenge: codeChallenge } = asked;
    state.identityCodes.set(code, { token, redirectUri, codeChallenge, expiresAt: now + CODE_LIFE_MS });
    answer.set('code', code);
  }
  if (asked.response_type === 'id_token') target.hash = String(answer);
  else for (const [name, value] of answer) target.searchParams.set(name, value);
  return String(target);
}

/** Returns the token of a code; null for a code that isn't this client's, was used or is too old. */
function redeem({ clock, state }: Service, asked: v.InferOutput<typeof exchange>): IdTokenOptions | null {
  const known = state.identityCodes.get(asked.code);
  state.identityCodes.delete(asked.code);
  const fits =
    known !== undefined &&
    known.expiresAt > clock.now() &&
    known.token.audience === asked.client_id &&
    known.redirectUri === asked.redirect_uri &&
    known.codeChallenge === encodeBase64url(sha256(encodeUtf8(asked.code_verifier)));
  return fits ? known.token : null;
}

const sample = { subject: 'sample-customer', email: 'customer@example.com' };

/** Accounts that the provider offers at a client: those whose wallets it opens, and one that opens none yet. */
function accountsOf({ state }: Service, clientId: string): readonly (typeof sample)[] {
  const known = [...state.credentials.values()].flatMap(({ method, identity }) =>
    identity?.issuer === identityPath && identity.audience === clientId
      ? [{ subject: identity.subject, email: method.nickname }]
      : [],
  );
  return known.some(({ subject }) => subject === sample.subject) ? known : [...known, sample];
}

function page(url: URL, accounts: ReturnType<typeof accountsOf>): ReturnType<typeof html> {
  const choose = (subject: string): string => {
    const chosen = new URL(url);
    chosen.searchParams.set('subject', subject);
    return chosen.pathname + chosen.search;
  };
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Sample ID</title>
        <link rel="stylesheet" href="${controlBasePath}/page.css" />
      </head>
      <body>
        <main>
          <h1>Sample ID</h1>
          <p>The identity provider of the sandbox. Continue to ${url.searchParams.get('client_id')} as</p>
          <ul>
            ${accounts.map(
              ({ subject, email }) =>
                html`<li><a href="${choose(subject)}">Sample Customer, ${email} (${subject})</a></li>`,
            )}
          </ul>
          <p><a href="${choose('')}">Cancel</a></p>
        </main>
      </body>
    </html>`;
}
