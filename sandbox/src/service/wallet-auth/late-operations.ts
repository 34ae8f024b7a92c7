/** Signed actions that were answered as still processed: their end has an event. A fault rule with `processing` brings them about. */
import { mintId } from '../service/record-ids.ts';
import type { IncomingRequest } from '../http/route.ts';
import type { Service } from '../service/service.ts';
import { emitWebhook } from '../webhooks/webhook-events.ts';

const operations = [
  ['POST', /^\/auth\/credentials$/, 'auth_credential.create', 'AUTH_METHOD'],
  ['DELETE', /^\/auth\/credentials\/([^/]+)$/, 'auth_credential.delete', 'AUTH_METHOD'],
  ['DELETE', /^\/auth\/sessions\/([^/]+)$/, 'session.revoke', 'SESSION'],
  ['POST', /^\/internal-accounts\/([^/]+)\/export$/, 'wallet.export', 'INTERNAL_ACCOUNT'],
] as const;

type Asked = Pick<IncomingRequest, 'method' | 'path' | 'requestId'>;

function operationOf({ method, path }: Asked) {
  for (const [own, pattern, operationType, resourceType] of operations) {
    const [found, resourceId] = (own === method && pattern.exec(path)) || [];
    if (found !== undefined) return { operationType, resourceType, resourceId };
  }
  return undefined;
}

/** Remembers an action that was answered as still processed, where its end will have an event. */
export function rememberLate({ contract, state }: Service, request: Asked): void {
  const isTold = contract.form.hasLateEvents && operationOf(request) !== undefined;
  if (isTold && request.requestId !== null) state.lateOperations.add(request.requestId);
}

/** Tells how such an action ended, once it is sent again: by the answer that it gets then. */
export async function tellLate(service: Service, request: Asked, answer: Response): Promise<void> {
  const { requestId } = request;
  const operation = operationOf(request);
  if (requestId === null || operation === undefined || !service.state.lateOperations.delete(requestId)) return;
  const { operationType, resourceType, resourceId } = operation;
  const text = await answer.clone().text();
  const body = (text === '' ? {} : JSON.parse(text)) as { readonly id?: string; readonly code?: string };
  const isDone = answer.status < 300;
  // A credential that wasn't created has no id that anybody knows.
  const affected = resourceId ?? (isDone ? body.id : undefined) ?? mintId(service.random, 'AuthMethod');
  emitWebhook(service, `WALLET_OPERATION.${isDone ? 'COMPLETED' : 'FAILED'}`, null, {
    operationId: mintId(service.random, 'Operation'),
    requestId,
    operationType,
    resourceType,
    resourceId: affected,
    status: isDone ? 'completed' : 'failed',
    ...(isDone ? {} : { error: { code: body.code ?? 'INTERNAL_ERROR' } }),
  });
}
