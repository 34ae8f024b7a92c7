import { defineConfig } from '@playwright/test';

const port = process.env.PORT ?? '3210';
const url = `http://localhost:${port}`;

// `npm test` builds the app, and starts it in front of a sandbox of its own.
export default defineConfig({
  testDir: 'tests',
  reporter: 'list',
  use: { baseURL: url },
  webServer: { command: 'npm start', url, env: { ...process.env, PORT: port } },
});
