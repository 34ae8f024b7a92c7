/** The server within Vite's own, for development: a change of server/ counts with the next request. */
import './env.js';
import { getRequestListener } from '@hono/node-server';

export const server = { port: Number(process.env.PORT ?? 3000) };

export const backEnd = {
  name: 'back-end',
  configureServer(vite) {
    const listener = getRequestListener(async (request) => {
      const { app } = await vite.ssrLoadModule('/server/app.js');
      return app.fetch(request);
    });
    vite.middlewares.use((request, response, next) => {
      if (/^\/(?:api|(?:to-)?wallet)(?:[/?]|$)/.test(request.url)) void listener(request, response);
      else next();
    });
  },
};
