/** Records of webhooks, and the interface of their delivery. */

/** State of a webhook. */
export type WebhookStatus = 'no-endpoint' | 'pending' | 'delivered' | 'given-up';

/** One event with its deliveries. */
export interface WebhookRecord {
  readonly id: string;
  readonly type: string;
  /** The exact text that was signed and is sent. */
  readonly text: string;
  /** Value of the signature header: JSON with `v` and `s`, the DER signature in base64. */
  readonly signature: string;
  readonly attempts: { readonly at: string; readonly status: number | null }[];
  state: WebhookStatus;
}

/** The part of the state that is about webhooks. */
export interface WebhookRecords {
  endpoint: string | null;
  readonly records: Map<string, WebhookRecord>;
}

/** Sends webhooks whose time has come; a receiver's 2xx or 409 ends their delivery. */
export interface WebhookQueue {
  /** Puts a webhook on the list of those to send. */
  enqueue(id: string): void;
  /** Sends one webhook now; the status it was answered with, null for no answer. */
  send(record: WebhookRecord): Promise<number | null>;
  /** Resolves once everything on the list was sent once. */
  flush(): Promise<void>;
}
