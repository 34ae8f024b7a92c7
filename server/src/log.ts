/** The log of the process: one line of JSON for each event. */
import type { Logger } from 'pino';
import type { RelayAuditEvent } from 'countersign/relay';

/** Writes the audit's event as one line. Of its cause it writes only the message, which in this process never holds sent data. */
export function logRequest(log: Logger, { cause, ...event }: RelayAuditEvent): void {
  const line = { ...event, ...(cause instanceof Error ? { cause: cause.message } : {}) };
  if (event.outcome === 'failed' || cause !== undefined) log.error(line, 'request');
  else log.info(line, 'request');
}
