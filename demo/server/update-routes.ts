/** The stream of updates to the page: server-sent events, without a gap after the browser connects again. */

import type { Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { refuse, signedOut } from './answers.ts';
import type { Person } from './people.ts';
import type { Updates } from './updates.ts';

const connectAgainMs = 1000;
const stillThereMs = 20_000;

/** Adds the stream to the back-end. */
export function addUpdateRoutes(
  app: Hono,
  updates: Updates,
  personOf: (context: Context) => Promise<Person | null>,
): void {
  app.get('/api/updates', async (context) => {
    const person = await personOf(context);
    if (person === null) return signedOut(context);
    // Whoever asks for the headers alone would leave a stream behind that nobody reads or ends.
    if (context.req.method === 'HEAD') return refuse(context, 405, 'METHOD_NOT_ALLOWED', 'The stream is for GET.');
    const last = context.req.header('last-event-id') ?? '';
    const afterId = /^\d{1,15}$/.test(last) ? Number(last) : null;
    return streamSSE(context, async (stream) => {
      // Hono has set a weaker one just before.
      context.header('Cache-Control', 'no-store');
      const over = new Promise<void>((resolve) => stream.onAbort(resolve));
      const { hasGap, stop } = updates.listen(person.customerId, afterId, ({ id, kind, about }) => {
        void stream.writeSSE({ id: String(id), event: 'update', data: JSON.stringify({ kind, about }) });
      });
      // The number from which the browser goes on, also if nothing happens before it has to connect again.
      const id = String(updates.latestId());
      await stream.writeSSE({ id, event: hasGap ? 'gap' : 'ready', data: '', retry: connectAgainMs });
      const beat = setInterval(() => void stream.write(': still there\n\n'), stillThereMs);
      await over;
      clearInterval(beat);
      stop();
    });
  });
}
