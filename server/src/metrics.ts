/** Metrics for Prometheus: counts and times, no id and no text of a caller. */
import type { RelayAuditEvent } from 'countersign/relay';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** A part that the relay waits for. */
export type MeasuredPart = 'service' | 'identify' | 'store';

/** The measurements of one process. */
export interface Metrics {
  /** Counts a request. */
  count(event: RelayAuditEvent): void;
  /** Measures work of a part, and passes on what comes of it. */
  measure<Result>(part: MeasuredPart, work: () => Promise<Result>): Promise<Result>;
  /** The text that Prometheus reads, and its content type. */
  read(): Promise<{ readonly text: string; readonly type: string }>;
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** Creates the measurements. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'countersign_relay_requests_total',
    help: 'Requests by route, outcome and code of the relay.',
    labelNames: ['method', 'route', 'outcome', 'status', 'code'],
    registers,
  });
  const limited = new Counter({
    name: 'countersign_relay_limited_total',
    help: 'Requests that a limit refused.',
    labelNames: ['route'],
    registers,
  });
  const duration = new Histogram({
    name: 'countersign_relay_request_seconds',
    help: 'From a request to its answer.',
    labelNames: ['method', 'route'],
    buckets,
    registers,
  });
  const parts = new Histogram({
    name: 'countersign_relay_part_seconds',
    help: 'What the relay waited for: service, identify or store.',
    labelNames: ['part', 'outcome'],
    buckets,
    registers,
  });

  return {
    count({ method, route, outcome, status, code, durationMs }) {
      const labels = { method, route: route ?? 'none' };
      requests.inc({ ...labels, outcome, status, code: code ?? 'none' });
      duration.observe(labels, durationMs / 1000);
      if (code === 'RELAY_RATE_LIMITED') limited.inc({ route: labels.route });
    },
    async measure(part, work) {
      const start = performance.now();
      let outcome = 'failed';
      try {
        const result = await work();
        outcome = 'answered';
        return result;
      } finally {
        parts.observe({ part, outcome }, (performance.now() - start) / 1000);
      }
    },
    async read() {
      return { text: await registry.metrics(), type: registry.contentType };
    },
  };
}
