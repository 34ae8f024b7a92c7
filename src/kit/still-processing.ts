/** An answer that is no outcome. */

/** Whether the service says that it is still at a signed request (docs/protocol.md, section 3): no record, whose id it would name. */
export function isStillProcessing({ status, body }: { readonly status: number; readonly body: unknown }): boolean {
  const { id, status: said } = (body ?? {}) as { readonly id?: unknown; readonly status?: unknown };
  return status === 200 && said === 'PROCESSING' && id === undefined;
}
