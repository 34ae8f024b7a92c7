/** The sandbox's test of the platform's webhook endpoint. */
import * as v from 'valibot';
import { Refusal } from '../http/refusal.ts';
import { route, type Reply, type SandboxRoute } from '../http/route.ts';
import { writeTest } from './webhook-events.ts';
import type { Service } from '../service/service.ts';

/** The route that sends one `TEST` event and says how it was answered. */
export const webhookRoutes: readonly SandboxRoute[] = [
  route({
    method: 'POST',
    path: '/sandbox/webhooks/test',
    answers: { 200: v.strictObject({ response_status: v.pipe(v.number(), v.integer()), url: v.string() }) },
    handle: ({ service }) => sendTest(service),
  }),
];

async function sendTest(service: Service): Promise<Reply> {
  const { endpoint: url } = service.state.webhooks;
  if (url === null) {
    const message = 'No webhook endpoint is set: set one by POST /_sandbox/webhooks.';
    throw new Refusal(400, 'WEBHOOK_ENDPOINT_NOT_SET', message);
  }
  const status = await service.webhookQueue.send(writeTest(service));
  if (status === null) throw new Refusal(400, 'WEBHOOK_DELIVERY_ERROR', "The webhook endpoint can't be reached.");
  return { status: 200, body: { response_status: status, url } };
}
