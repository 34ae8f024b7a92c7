import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { install, type Installation } from './installation.ts';

let installation: Installation;

beforeAll(async () => {
  installation = await install(['@redocly/cli@2']);
});

afterAll(() => installation?.remove());

test('a linter of OpenAPI finds nothing in relay.openapi.yaml of the package, by its recommended rules', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      installation.inModules('@redocly/cli/bin/cli.js'),
      'lint',
      installation.inModules('countersign/relay.openapi.yaml'),
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
