/** The page at `/_sandbox/`: the state, live, and the calls that change it. Its policy allows its own two files and nothing else. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Queue } from '../../../../src/kit/waiting.ts';
import { runDueEvents } from '../due-events.ts';
import { controlBasePath } from '../http/path-pattern.ts';
import { pageScript, pageStyle } from './assets.ts';
import { call, contents, type Markup } from './elements.ts';
import { sectionsOf, type SectionsOptions } from './sections.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** Where the page and its files are. */
export const pagePaths: readonly string[] = ['', 'page.css', 'page.js'].map((file) => `${controlBasePath}/${file}`);

/** Builds the page. */
export function createPage(options: SectionsOptions & { readonly queue: Queue }): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header('Content-Security-Policy', POLICY);
    context.header('X-Content-Type-Options', 'nosniff');
    context.header('Referrer-Policy', 'no-referrer');
    context.header('Cache-Control', 'no-store');
  });
  const file = (text: string, type: string) => (): Response =>
    new Response(text, { headers: { 'Content-Type': `${type}; charset=utf-8` } });
  app.get(`${controlBasePath}/`, (context) =>
    options.queue(async () => {
      runDueEvents(options.service);
      return context.html(pageOf(options));
    }),
  );
  app.get(`${controlBasePath}/page.css`, file(pageStyle, 'text/css'));
  app.get(`${controlBasePath}/page.js`, file(pageScript, 'text/javascript'));
  return app;
}

function pageOf(options: SectionsOptions): Markup {
  const { clock, contract, profile } = options.service;
  const { month, note } = contract.form;
  const speaks = profile.name === 'grid' ? `profile grid, contract ${month}` : `profile ${profile.name}`;
  const forward = (label: string, minutes: number): Markup =>
    call(label, 'POST /_sandbox/clock', { body: { advanceMs: minutes * 60_000 } });
  const sections = sectionsOf(options);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Sandbox</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="page.css" />
        <script type="module" src="page.js"></script>
      </head>
      <body>
        <header>
          <h1>Sandbox <small class="tag">${speaks}</small></h1>
          ${note === undefined ? '' : html`<p>${note}</p>`}
          <p>Service time <time id="now" data-live>${clock.iso().slice(0, 19).replace('T', ' ')}</time></p>
          <div>
            ${forward('+1 minute', 1)} ${forward('+1 hour', 60)} ${forward('+1 day', 24 * 60)}
            ${call('Forget everything', 'POST /_sandbox/reset')}
          </div>
          <output></output>
        </header>
        <div class="columns">
          ${contents(sections)}
          <main>${sections.map(({ markup }) => markup)}</main>
        </div>
      </body>
    </html>`;
}
