/** A plain host of files below a path, which is the browser's proxy as well: whatever a page or a worker asks of anybody else is noted. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { listen } from '../listen.ts';

/** A running host. */
export interface StaticHost {
  /** The address of the page, with its path. */
  readonly url: string;
  /** For the browser: every request goes through it, those to this machine too. */
  readonly proxy: { readonly server: string; readonly bypass: string };
  /** The paths that were asked for here. */
  readonly asked: string[];
  /** Everything that somebody else was asked for. */
  readonly strayed: string[];
  /** Serves a changed text in the place of a file from now on. */
  replace(file: string, change: (text: string) => string): void;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** Serves a folder at each of the paths, which begin and end with a slash; `url` has the first. */
export async function serveFolder(folder: string, ...paths: readonly string[]): Promise<StaticHost> {
  const asked: string[] = [];
  const strayed: string[] = [];
  const changes = new Map<string, (text: string) => string>();
  let origin = '';

  const serve = (pathname: string, response: ServerResponse): void => {
    asked.push(pathname);
    const path = paths.find((each) => pathname.startsWith(each));
    const name = path === undefined ? undefined : pathname.slice(path.length) || 'index.html';
    const file = join(folder, name ?? '');
    if (name === undefined || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    const text = readFileSync(file);
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    response.end(changes.get(name)?.(text.toString()) ?? text);
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin);
    if (url.origin === origin) return serve(decodeURIComponent(url.pathname), response);
    strayed.push(url.href);
    return void response.writeHead(502).end();
  });
  server.on('connect', ({ url }, socket) => {
    strayed.push(`connect ${String(url)}`);
    socket.destroy();
  });
  origin = `http://localhost:${String(await listen(server, 'localhost'))}`;
  return {
    url: `${origin}${paths[0] ?? '/'}`,
    proxy: { server: origin, bypass: '<-loopback>' },
    asked,
    strayed,
    replace: (file, change) => void changes.set(file, change),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
