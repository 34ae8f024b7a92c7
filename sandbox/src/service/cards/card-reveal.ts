/** The details of a card, as the processor shows them to its holder: a link that lives some minutes, and the page behind it. */
import { encodeBase64url } from '../../../../src/kit/encoding/index.ts';
import type { Queue } from '../../../../src/kit/waiting.ts';
import { controlBasePath } from '../http/path-pattern.ts';
import { unknownRecord } from '../http/refusal.ts';
import { route, type SandboxRoute } from '../http/route.ts';
import type { Service } from '../service/service.ts';
import type { CardRecord } from './card-records.ts';
import { cardOf } from './card-routes.ts';

/** Path of the pages. */
export const cardPagePath: string = `${controlBasePath}/card-details`;

const LIFE_MS = 5 * 60_000;

const isIssued = ({ card }: CardRecord): boolean => card.state === 'ACTIVE' || card.state === 'FROZEN';

/** The route that makes a link. */
export const cardRevealRoutes: readonly SandboxRoute[] = [
  route({
    method: 'POST',
    path: '/cards/:cardId/reveal',
    ids: { cardId: ['Card'] },
    handle({ service, params, request }) {
      const { clock, random, state } = service;
      const record = cardOf(service, params['cardId']);
      // The processor has no such card yet, or no longer.
      if (!isIssued(record)) throw unknownRecord('card at the processor');
      const token = encodeBase64url(random.draw('card reveal', 24));
      const expiresAt = clock.now() + LIFE_MS;
      for (const [old, link] of state.cardReveals) if (link.expiresAt <= clock.now()) state.cardReveals.delete(old);
      state.cardReveals.set(token, { cardId: record.card.id, expiresAt });
      const panEmbedUrl = `${request.origin}${cardPagePath}/${token}`;
      return { status: 200, body: { panEmbedUrl, expiresAt: new Date(expiresAt).toISOString() } };
    },
  }),
];

/** Answers a link's page with a number that belongs to no card in life. */
export function openCardPage({ state, clock }: Service, queue: Queue, request: Request): Promise<Response> {
  return queue(() => {
    const link = state.cardReveals.get(new URL(request.url).pathname.slice(cardPagePath.length + 1));
    const record = state.cards.get(link?.cardId ?? '');
    const isOpen = link !== undefined && link.expiresAt > clock.now() && record !== undefined && isIssued(record);
    const headers = {
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'",
      'Content-Type': 'text/html; charset=utf-8',
      'Referrer-Policy': 'no-referrer',
    };
    if (request.method !== 'GET' || !isOpen) {
      return Promise.resolve(
        new Response('<p>This link has expired. Show the card again.</p>\n', { status: 410, headers }),
      );
    }
    const { expMonth, expYear, last4 } = record.card;
    const page = `<!doctype html><title>Card</title><p>4000 0000 0000 ${last4}</p><p>${String(expMonth)}/${String(expYear)}, CVV 000</p>\n`;
    return Promise.resolve(new Response(page, { headers }));
  });
}
