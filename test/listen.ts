/** Free ports for servers of tests. */
import { createServer, type AddressInfo, type Server } from 'node:net';

/** Opens a server on a free port; resolves with the port. */
export async function listen(server: Server, host: '127.0.0.1' | 'localhost' = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

/** A port that is free now, for a program that can't choose one by itself. */
export async function freePort(host?: 'localhost'): Promise<number> {
  const server = createServer();
  const port = await listen(server, host);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
