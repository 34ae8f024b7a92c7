/** The sandbox's test of the platform's webhook endpoint. */
import { Refusal } from '../http/refusal.ts';
import { route, type LateReply, type Reply, type SandboxRoute } from '../http/route.ts';
import { writeTest } from './webhook-events.ts';
import type { Service } from '../service/service.ts';

/** The route that sends one `TEST` event and returns the receiver's answer. */
export const webhookRoutes: readonly SandboxRoute[] = [
  route({
    method: 'POST',
    path: '/sandbox/webhooks/test',
    handle: ({ service }) => sendTest(service),
  }),
];

function sendTest(service: Service): LateReply {
  const { endpoint: url } = service.state.webhooks;
  if (url === null) {
    const message = 'No webhook endpoint is set: set one by POST /_sandbox/webhooks.';
    throw new Refusal(400, 'WEBHOOK_ENDPOINT_NOT_SET', message);
  }
  const record = writeTest(service);
  // The receiver may call the sandbox before it answers.
  const later = async (): Promise<Reply> => {
    const status = await service.webhookQueue.send(record);
    if (status === null) throw new Refusal(400, 'WEBHOOK_DELIVERY_ERROR', "The webhook endpoint can't be reached.");
    return { status: 200, body: { response_status: status, url } };
  };
  return { later };
}
