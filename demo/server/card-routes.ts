/** Cards, as far as they are the platform's own business: issuing one, and in a sandbox a shop that charges it. */

import type { Context, Hono } from 'hono';
import { answer, readBody, refuse, signedOut } from './answers.ts';
import type { Person } from './people.ts';
import type { PlatformService } from './service.ts';

const largestPurchase = 1_000_000_000;

/** Adds the routes to the back-end. */
export function addCardRoutes(
  app: Hono,
  service: PlatformService,
  personOf: (context: Context) => Promise<Person | null>,
): void {
  app.post('/api/card', async (context) => {
    const person = await personOf(context);
    if (person === null) return signedOut(context);
    await service.issueCard(person);
    return answer(context, { issued: true });
  });

  app.post('/api/card/purchase', async (context) => {
    const person = await personOf(context);
    if (person === null) return signedOut(context);
    const { cardId, amount } = (await readBody(context)) ?? {};
    const cards = await service.cardIds(person);
    if (typeof cardId !== 'string' || !cards.includes(cardId)) {
      return refuse(context, 404, 'NOT_FOUND', 'There is no such card.');
    }
    if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 1 || amount > largestPurchase) {
      return refuse(context, 400, 'INVALID_INPUT', 'The amount is not valid.');
    }
    return answer(context, { approved: await service.purchase(person, cardId, amount) });
  });
}
