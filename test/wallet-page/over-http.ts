/** A listener behind a socket, and requests to it with targets as they are. */
import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../listen.ts';
import { walletOrigin } from './page.ts';

/** A listener that is served. */
export interface Served {
  /** Asks for a target of the wallet page's host. */
  ask(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  close(): void;
}

/** Serves a listener on loopback. */
export async function serve(listener: RequestListener): Promise<Served> {
  const server = createServer(listener);
  const port = await listen(server);
  const host = { Host: new URL(walletOrigin).host, Connection: 'close' };
  return {
    async ask(path, headers = {}) {
      const sent = send({ port, host: '127.0.0.1', path, headers: { ...host, ...headers } }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const given = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string]);
      return new Response(await text(answer), { status: answer.statusCode ?? 0, headers: given });
    },
    close: () => void server.close(),
  };
}
