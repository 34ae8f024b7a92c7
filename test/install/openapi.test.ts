import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { installForFile } from './installation.ts';

const installation = installForFile(['@redocly/cli@2']);

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
