/** The nineteen kinds of network fault: which proxy meets the request, how far it gets, and what comes back. */

/** A proxy's treatment of one request. */
export interface Fault {
  readonly name: string;
  /** `page`: between page and relay. `service`: between relay and service. */
  readonly side: 'page' | 'service';
  /** `late`: only after whoever sent it has given up. `twice`: and once more a little later. */
  readonly forward: 'never' | 'once' | 'late' | 'twice';
  /** The answer that comes back; `real` is the service's own. */
  readonly answer: 'real' | 'reset' | 'silence' | 'half' | Substitute;
}

/** An answer that was made up on the way. */
export interface Substitute {
  readonly status: number;
  readonly type: 'application/json' | 'text/html';
  readonly text: string;
  readonly retryAfter?: number;
}

const page = '<!doctype html><title>Sign in to the network</title>';
const html = (status: number): Substitute => ({ status, type: 'text/html', text: page });
const json = (status: number, code: string): Substitute => ({
  status,
  type: 'application/json',
  text: JSON.stringify({ status, code, message: 'The request was not handled.' }),
  ...(status === 429 ? { retryAfter: 1 } : {}),
});

/** All of them. */
export const faults: readonly Fault[] = [
  { name: 'lost before the relay', side: 'page', forward: 'never', answer: 'reset' },
  { name: 'lost after the relay', side: 'page', forward: 'once', answer: 'reset' },
  { name: '502 before the relay', side: 'page', forward: 'never', answer: html(502) },
  { name: '502 after the relay', side: 'page', forward: 'once', answer: html(502) },
  { name: '429 before the relay', side: 'page', forward: 'never', answer: json(429, 'RATE_LIMITED') },
  { name: '408 after the relay', side: 'page', forward: 'once', answer: html(408) },
  { name: '503 after the relay', side: 'page', forward: 'once', answer: html(503) },
  { name: 'HTML before the relay', side: 'page', forward: 'never', answer: html(200) },
  { name: 'HTML after the relay', side: 'page', forward: 'once', answer: html(200) },
  {
    name: 'an empty answer after the relay',
    side: 'page',
    forward: 'once',
    answer: { status: 200, type: 'application/json', text: '' },
  },
  { name: 'half an answer', side: 'page', forward: 'once', answer: 'half' },
  { name: 'silence before the relay', side: 'page', forward: 'never', answer: 'silence' },
  { name: 'silence after the relay', side: 'page', forward: 'once', answer: 'silence' },
  { name: 'delivered after it was given up', side: 'page', forward: 'late', answer: 'silence' },
  { name: 'lost before the service', side: 'service', forward: 'never', answer: 'reset' },
  { name: 'lost after the service', side: 'service', forward: 'once', answer: 'reset' },
  { name: '500 before the service', side: 'service', forward: 'never', answer: json(500, 'INTERNAL_ERROR') },
  { name: '500 after the service', side: 'service', forward: 'once', answer: json(500, 'INTERNAL_ERROR') },
  { name: 'delivered twice', side: 'service', forward: 'twice', answer: 'real' },
];
