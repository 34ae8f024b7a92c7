/** Faults of a single request. */

/** A fault on a request's way: it may reach the service or not, and another answer may come back. */
export interface Fault {
  readonly name: string;
  readonly reaches: boolean;
  /** Looks like success to whoever doesn't know the shape that is due. */
  readonly plausible?: boolean;
  /** Asks to wait. */
  readonly throttles?: boolean;
  readonly answer: (real: Response | undefined) => Response | Promise<Response>;
}

const html = '<!doctype html><title>Sign in to the network</title>';
const lose = (): never => {
  throw new TypeError('fetch failed');
};
const failed = { status: 500, code: 'INTERNAL_ERROR', message: 'Something went wrong.' };

/** Faults of either leg. */
export const faults: readonly Fault[] = [
  { name: 'a network lost before it', reaches: false, answer: lose },
  { name: 'a network lost after it', reaches: true, answer: lose },
  {
    name: 'a network lost during its answer',
    reaches: true,
    answer: () => new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError('lost')) })),
  },
  { name: 'a 500 before it', reaches: false, answer: () => Response.json(failed, { status: 500 }) },
  { name: 'a 500 after it', reaches: true, answer: () => Response.json(failed, { status: 500 }) },
  { name: 'a 503 of no service', reaches: false, answer: () => new Response(html, { status: 503 }) },
  {
    name: 'HTML in its place',
    reaches: false,
    answer: () => new Response(html, { headers: { 'Content-Type': 'text/html' } }),
  },
  { name: 'HTML after it', reaches: true, answer: () => new Response(html) },
  { name: 'an empty answer in its place', reaches: false, answer: () => new Response('') },
  { name: 'an empty answer after it', reaches: true, answer: () => new Response('', { status: 200 }) },
  {
    name: 'a truncated answer',
    reaches: true,
    async answer(real) {
      const text = (await real?.text()) ?? '';
      return new Response(text.slice(0, text.length / 2) || '{"id":', { status: real?.status === 202 ? 202 : 200 });
    },
  },
  {
    name: 'JSON of another shape in its place',
    reaches: false,
    plausible: true,
    answer: () => Response.json({ data: [] }),
  },
  { name: 'JSON of another shape after it', reaches: true, plausible: true, answer: () => Response.json(['ok']) },
  {
    name: 'a second challenge in its place',
    reaches: false,
    answer: () =>
      Response.json(
        { payloadToSign: 'AAAA', requestId: 'Request:1', expiresAt: '2030-01-01T00:00:00Z' },
        { status: 202 },
      ),
  },
  {
    name: 'a refusal in its place',
    reaches: false,
    answer: () => Response.json({ status: 403, code: 'FORBIDDEN', message: 'No.' }, { status: 403 }),
  },
  {
    name: '429 with Retry-After',
    reaches: false,
    throttles: true,
    answer: () =>
      Response.json(
        { status: 429, code: 'RATE_LIMITED', message: 'Slow down.' },
        { status: 429, headers: { 'Retry-After': '7' } },
      ),
  },
];
