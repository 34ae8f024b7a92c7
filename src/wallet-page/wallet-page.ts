/** The back-end of a wallet page: its documents, its files, who comes, and the relay below it. */
import { completeClock } from '../kit/waiting.ts';
import type { Relay } from '../relay/index.ts';
import {
  checkOrigin,
  createTimedStore,
  createVisitorRelay,
  headersOf,
  parseBody,
  readBody,
  relatedOriginsPath,
  storeLimitMs,
} from '../relay/visitors.ts';
import { printBrand, printDocument, printRefusal } from './document.ts';
import { readLink } from './link.ts';
import { readAssets, type PageAssets } from './node.ts';
import { readWalletPageOptions, type CheckedWalletPageOptions, type CreateWalletPageOptions } from './options.ts';
import { createFailures, wantsPage, type PageHandler } from './refusals.ts';
import { createVisits, type Visits } from './visits.ts';

/** Answers one request to the page's host, as a relay does. */
export type WalletPage = PageHandler;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];
const features = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb'];

/**
 * Creates a wallet page: a function from a `Request` to a `Response` for a host of its own, where people sign in and confirm. A script in
 * the app can't reach what is signed there.
 *
 * @example
 * const page = createWalletPage({
 *   ...settings, // those of createRelay: baseUrl, clientId, clientSecret
 *   origin: 'https://wallet.example.com',
 *   apps: ['https://app.example.com'],
 *   enter: 'ticket',
 *   store,
 *   brand: { name: 'Example', tokens: { accent: '#1d4fd7' } },
 *   enclaveKeys,
 * });
 * const response = await page(request);
 *
 * @throws TypeError, RangeError naming the option.
 */
export function createWalletPage(options: CreateWalletPageOptions): WalletPage {
  return openWalletPage(readWalletPageOptions(options), readAssets);
}

/** The same with other files. */
export function openWalletPage(options: CheckedWalletPageOptions, read: () => PageAssets): WalletPage {
  const { origin, apps, enter, exportKeys, relatedOrigins, store } = options;
  const secure = origin.startsWith('https:');
  const clock = completeClock(options.clock);
  const visits =
    enter !== 'ticket' || store === undefined
      ? null
      : createVisits({ store: createTimedStore(store, { clock, timeoutMs: storeLimitMs }), origin });
  const identify = enter === 'ticket' ? () => null : enter;
  const relay = createVisitorRelay({ ...options, identify, mountPath: '/relay', origins: [origin] }, visits?.find);
  const failureOf = createFailures();
  const assets = read();
  const brandCss = printBrand(options.brand);

  const answer = (status: number, body: string | null, headers: Readonly<Record<string, string>>): Response =>
    new Response(body, {
      status,
      headers: {
        'Content-Security-Policy': policy.join('; '),
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Resource-Policy': 'same-origin',
        // A link's text fragment would scroll past who is paid.
        'Document-Policy': 'force-load-at-top',
        'Origin-Agent-Cluster': '?1',
        'Permissions-Policy': [
          'publickey-credentials-get=(self), publickey-credentials-create=(self)',
          ...features.map((feature) => `${feature}=()`),
        ].join(', '),
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-store',
        ...(secure ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
        ...headers,
      },
    });
  const html = { 'Content-Type': 'text/html; charset=utf-8' };

  /** Begins a visit by a ticket, or ends one. */
  const changeVisit = async (request: Request, pathname: string, known: Visits): Promise<Response> => {
    try {
      checkOrigin(request, [origin]);
      const bytes = await readBody(request, { clock, maxBytes: 128 });
      const { ticket } = Object(parseBody(bytes, request.headers)?.value) as { readonly ticket?: unknown };
      const cookie = pathname === '/enter' ? await known.enter(request, ticket) : await known.end(request);
      return cookie === null ? answer(403, null, {}) : answer(204, null, { 'Set-Cookie': cookie });
    } catch (cause) {
      const { status, headers } = failureOf(cause);
      return answer(status, null, headers);
    }
  };

  /** The path's answer to a GET. */
  const show = (request: Request, url: URL): Response => {
    const file = /^\/assets\/([^/]+)$/.exec(url.pathname)?.[1] ?? '';
    const found = Object.hasOwn(assets.files, file) ? assets.files[file] : undefined;
    if (found !== undefined) {
      const headers = { 'Content-Type': found.type, 'Cache-Control': 'public, max-age=31536000, immutable' };
      return answer(200, found.text, headers);
    }
    if (url.pathname === '/brand.css') {
      return answer(200, brandCss, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-cache' });
    }
    const link = readLink(url, { apps: apps.map((app) => app.origin), exports: exportKeys.length > 0 });
    if (link !== null && link !== 'refused') return answer(200, printDocument(link, { options, assets }), html);
    const refusal = printRefusal(request.headers.get('Accept-Language'), options, assets);
    return answer(link === null ? 404 : 400, refusal, html);
  };

  const refuse: PageHandler['refuse'] = (refusal, headers) => {
    if (wantsPage(headers)) {
      return answer(refusal.status, printRefusal(headers['accept-language'] ?? null, options, assets), html);
    }
    for (const [name, value] of answer(refusal.status, null, {}).headers) refusal.headers.set(name, value);
    return refusal;
  };

  const handle: Relay = async (request, context) => {
    const headers = headersOf(request, 'walletPage');
    const url = new URL(request.url);
    const { method } = request;
    if (url.pathname === relatedOriginsPath && relatedOrigins !== undefined) return relay(request, context);
    // A sibling host's script sends the cookie along, and could use up what the person may ask for.
    const isAsked = /^\/(?:relay\/|enter$|leave$)/.test(url.pathname);
    if (isAsked && /^(?:same|cross)-site$/.test(headers.get('Sec-Fetch-Site') ?? '')) return answer(403, null, {});
    if (url.pathname.startsWith('/relay/')) return relay(request, context);
    if (visits !== null && /^\/(?:enter|leave)$/.test(url.pathname)) {
      return method === 'POST' ? changeVisit(request, url.pathname, visits) : answer(405, null, { Allow: 'POST' });
    }
    const shown = show(request, url);
    if (method === 'GET') return shown;
    if (method === 'HEAD') return new Response(null, shown);
    return shown.status === 404 ? shown : answer(405, null, { Allow: 'GET, HEAD' });
  };
  return Object.assign(handle, { refuse });
}
