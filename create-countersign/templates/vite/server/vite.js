/** The server within Vite's own, for development: a change of server/ counts with the next request. */
import './env.js';
import { getRequestListener } from '@hono/node-server';

export const server = { port: Number(process.env.PORT ?? 3000) };

// @hpke/common names it for a Node without globalThis.crypto. In a page that line never runs, and Vite warns of it.
export const withoutNodeCrypto = {
  name: 'without-node-crypto',
  apply: 'build',
  config: () => ({ resolve: { alias: { crypto: 'data:text/javascript,' } } }),
};

export const backEnd = {
  name: 'back-end',
  configureServer(vite) {
    const listener = getRequestListener(async (request) => {
      const { app } = await vite.ssrLoadModule('/server/app.js');
      const { login } = await vite.ssrLoadModule('/server/login.js');
      return new URL(request.url).pathname === '/login' ? login(request) : app.fetch(request);
    });
    vite.middlewares.use((request, response, next) => {
      if (/^\/(?:api|(?:to-)?wallet|login)(?:[/?]|$)/.test(request.url)) void listener(request, response);
      else next();
    });
  },
};
