import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type Service } from '../documents/server-values.ts';
import { run } from '../package/consumer.ts';
import { installForFile } from './installation.ts';

const installation = installForFile(['@redocly/cli@2', 'openapi-typescript@7', 'openapi-fetch@0.17', 'typescript@5']);
let service: Service;

beforeAll(async () => void (service = await startService()));

afterAll(() => service?.close());

test('a linter of OpenAPI finds nothing in docs/relay.openapi.yaml of the package, by its recommended rules', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      installation.inModules('@redocly/cli/bin/cli.js'),
      'lint',
      installation.inModules('countersign/docs/relay.openapi.yaml'),
      '--extends=recommended',
      '--format=json',
    ],
    {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  const report = JSON.parse(stdout) as { totals: { errors: number; warnings: number } };
  expect(report.totals, stdout).toMatchObject({ errors: 0, warnings: 0 });
  expect(status, stderr).toBe(0);
});

/** Uses the generated types: reads, is refused, and asks for a code. */
const client = `import createClient from 'openapi-fetch';
  import type { paths } from './relay.ts';
  export async function use(accountId: string, fetch: (request: Request) => Promise<Response>): Promise<unknown[]> {
    const headers = { Cookie: 'person=1' };
    // The relay takes no encoded colon.
    const pathSerializer = (path: string, params: Record<string, unknown>): string =>
      path.replace(/\\{(\\w+)\\}/g, (_, name: string) => String(params[name]));
    const baseUrl = 'https://app.example.com/wallet';
    const relay = createClient<paths>({ baseUrl, headers, fetch, pathSerializer });
    const listed = await relay.GET('/auth/credentials', { params: { query: { accountId } } });
    const [{ id }] = (listed.data as { data: { id: string }[] }).data;
    // @ts-expect-error -- a list needs its account
    const refused = await relay.GET('/auth/credentials', { params: { query: {} } });
    const asked = await relay.POST('/auth/credentials/{AuthMethod}/challenge', {
      params: { path: { AuthMethod: id }, header: { Origin: 'https://app.example.com' } },
    });
    return [listed.response.status, refused.error?.code, asked.response.status];
  }`;

test('a client generated from docs/relay.openapi.yaml is typed as the relay is, and gets its answers', async () => {
  const { folder, inModules } = installation;
  const node = (...args: readonly string[]) => run(process.execPath, args, folder);
  const document = inModules('countersign/docs/relay.openapi.yaml');
  const generated = await node(inModules('openapi-typescript/bin/cli.js'), document, '-o', 'relay.ts');
  expect(generated.code, generated.stderr).toBe(0);
  writeFileSync(join(folder, 'client.ts'), client);
  const flags = ['--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext', '--allowImportingTsExtensions'];
  const checked = await node(inModules('typescript/bin/tsc'), ...flags, '--lib', 'es2023,dom', 'client.ts');
  expect(checked.stdout).toBe('');
  const { use } = (await import(/* @vite-ignore */ join(folder, 'client.ts'))) as {
    use(accountId: string, fetch: (request: Request) => Promise<Response>): Promise<unknown[]>;
  };
  const said = await use(String(service.values['accountId']), service.relay);
  expect(said).toEqual([200, 'RELAY_SCOPE_REQUIRED', 200]);
});
