/** Where the service tells of changes: each delivery is verified, handled once, and passed on to the page of its customer. */

import type { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { RelayError, type WebhookEvent, type WebhookVerifier } from 'countersign/relay';
import type { Update, Updates } from './updates.ts';

const largestDelivery = 1_048_576;

/** Adds the receiver to the back-end; the signature alone says who may call it. */
export function addWebhookRoutes(app: Hono, verifier: WebhookVerifier, updates: Updates): void {
  const limit = bodyLimit({ maxSize: largestDelivery, onError: (context) => context.body(null, 413) });
  app.post('/webhooks', limit, async (context) => {
    const rawBody = new Uint8Array(await context.req.arrayBuffer());
    try {
      const { event, complete } = await verifier.verify(rawBody, { headers: context.req.raw.headers });
      tell(event, updates);
      await complete();
      return context.body(null, 204);
    } catch (error) {
      if (error instanceof RelayError) return context.body(null, error.status as 401);
      throw error;
    }
  });
}

function tell({ type, data }: WebhookEvent, updates: Updates): void {
  if (typeof data !== 'object' || data === null) return;
  const { id, customerId, cardholderId } = data as Partial<Record<'id' | 'customerId' | 'cardholderId', unknown>>;
  const owner = customerId ?? cardholderId;
  if (typeof owner !== 'string') return;
  const about = typeof id === 'string' ? id : '';
  updates.publish(owner, { kind: kindOf(type), about });
}

function kindOf(type: string): Update['kind'] {
  if (type.startsWith('CARD.')) return 'card';
  return type.includes('PAYMENT') || type.includes('TRANSACTION') ? 'payment' : 'account';
}
