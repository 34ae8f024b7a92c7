/** Gives a request that a service worker sees what a server would have been told of it. */

/**
 * The request with `Origin`, `Sec-Fetch-Site` and `Content-Length`, which browsers add on the way to the network only. A `Request` takes
 * none of these, so the copy carries headers of its own; and a body of its own, because Firefox shows none.
 */
export async function asServerRequest(request: Request): Promise<Request> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  const hasBody = bytes.length > 0;
  const headers = new Headers(request.headers);
  // A worker hears of requests by pages of its own origin alone.
  headers.set('Origin', new URL(request.url).origin);
  headers.set('Sec-Fetch-Site', 'same-origin');
  if (hasBody) headers.set('Content-Length', String(bytes.length));
  const { method, signal, url } = request;
  const copy = new Request(url, { method, signal, ...(hasBody ? { body: bytes } : {}) });
  return Object.defineProperties(copy, {
    headers: { value: headers },
    body: { value: hasBody ? new Response(bytes).body : null },
  });
}
