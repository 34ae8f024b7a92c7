/** An answer that is no outcome. */
import { bare } from './own-members.ts';

/** Detects the service's answer that it still processes a signed request (docs/protocol.md, section 3). A record would have an id. */
export function isStillProcessing({ status, body }: { readonly status: number; readonly body: unknown }): boolean {
  const { id, status: said } = bare(Object(body) as { readonly id?: unknown; readonly status?: unknown });
  return status === 200 && said === 'PROCESSING' && id === undefined;
}
