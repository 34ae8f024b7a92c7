/** The sandbox's test of the platform's webhook endpoint. */
import * as v from 'valibot';
import { Refusal } from '../refusal.ts';
import { route, type Reply, type Route } from '../route.ts';
import { writeTest } from '../webhooks.ts';
import type { World } from '../world.ts';

/** The route that sends one `TEST` event and says how it was answered. */
export const webhookRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/sandbox/webhooks/test',
    answers: { 200: v.strictObject({ response_status: v.pipe(v.number(), v.integer()), url: v.string() }) },
    handle: ({ world }) => sendTest(world),
  }),
];

async function sendTest(world: World): Promise<Reply> {
  const { endpoint: url } = world.state.webhooks;
  if (url === null) {
    const message = 'No webhook endpoint is set: set one by POST /_sandbox/webhooks.';
    throw new Refusal(400, 'WEBHOOK_ENDPOINT_NOT_SET', message);
  }
  const status = await world.courier.send(writeTest(world));
  if (status === null) throw new Refusal(400, 'WEBHOOK_DELIVERY_ERROR', "The webhook endpoint can't be reached.");
  return { status: 200, body: { response_status: status, url } };
}
