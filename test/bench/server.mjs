/** Serves the pages of the benchmarks on loopback: isolated, so that the browser's clock is fine, and never from a cache. */
import { createServer } from 'node:http';

const page = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>Benchmark</title>';
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cache-Control': 'no-store',
};

/**
 * @typedef {object} Handlers
 * @property {Map<string, Uint8Array>} files
 * @property {(path: string, body: unknown) => Promise<unknown>} call answers a POST below /call/
 */

/**
 * @param {Handlers} handlers
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serve({ files, call }) {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    /** @param {string} type @param {string | Uint8Array} body */
    const answer = (type, body) => response.writeHead(200, { ...headers, 'Content-Type': type }).end(body);
    if (path === '/') return answer('text/html', page);
    const file = files.get(path);
    if (file !== undefined) return answer('text/javascript', file);
    if (!path.startsWith('/call/')) return response.writeHead(404).end();
    /** @type {Buffer[]} */
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const body = parts.length === 0 ? undefined : JSON.parse(Buffer.concat(parts).toString());
      call(path.slice('/call/'.length), body).then(
        (result) => answer('application/json', JSON.stringify(result ?? null)),
        (error) => response.writeHead(500).end(String(error)),
      );
    });
    return undefined;
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://localhost:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
