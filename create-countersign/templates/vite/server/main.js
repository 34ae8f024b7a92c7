/** Serves the built page, and what it asks for. */
import './env.js';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { app } from './app.js';
import { login } from './login.js';
import { service } from './platform.js';
import { trustedTypes } from './trusted-types.js';

// The page of a wallet runs its own files, asks its own server, and is framed by nobody.
const contentSecurityPolicy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  connectSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'"],
  fontSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes,
};
const permissionsPolicy = { publickeyCredentialsGet: ['self'], publickeyCredentialsCreate: ['self'] };

// Ends here if the service can't be reached.
await service();
const { fetch } = new Hono()
  // It has a form, and a policy of its own.
  .all('/login', ({ req }) => login(req.raw))
  .use(secureHeaders({ contentSecurityPolicy, permissionsPolicy }))
  .route('/', app)
  .use(serveStatic({ root: 'dist' }));
serve({ fetch, hostname: 'localhost', port: Number(process.env.PORT ?? 3000) }, ({ port }) => {
  console.log(`Open http://localhost:${port}`);
});
