/** The opposite of a relay: it adds the platform's credentials and passes everything on, both ways. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { baseUrl, type FakeService } from '../service.ts';
import type { Target } from './run-attack.ts';

/** Creates the proxy over a service. */
export function createTransparentProxy(service: FakeService): Target {
  const handle = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set('Authorization', `Basic ${btoa('client:very-secret-secret')}`);
    const init = { method: request.method, headers, body: request.body, duplex: 'half' };
    return service.fetch(new Request(baseUrl + url.pathname.replace(/^\/wallet/, '') + url.search, init));
  };
  const answer = async (incoming: IncomingMessage): Promise<Response> => {
    const { method = 'GET', url: target = '/', headers } = incoming;
    const url = new URL(target, 'http://app.example.com');
    Object.assign(url, { username: '', password: '' });
    const body = method === 'GET' ? {} : { body: Readable.toWeb(incoming), duplex: 'half' };
    const given = Object.entries(headers).filter(([name]) => name !== 'connection');
    const init: RequestInit = { method, headers: Object.fromEntries(given) as Record<string, string> };
    return handle(new Request(url, Object.assign(init, body)));
  };
  const listener = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const response = await answer(incoming);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(await response.text());
  };
  return { handle, listener: (incoming, outgoing) => void listener(incoming, outgoing) };
}
