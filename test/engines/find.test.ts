import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run, type Outcome } from '../package/consumer.ts';

const finder = new URL('find.mjs', import.meta.url).href;
let machine: string;

beforeEach(() => {
  machine = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-machine-')));
});

afterEach(() => rmSync(machine, { recursive: true, force: true }));

/** Puts a program on the PATH of the machine. */
function program(name: string, script = 'exit 0'): string {
  const file = join(machine, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Asks for a Chromium on a machine that has only what the test put there, and no network. */
function obtain(variables: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  const code = `
    process.env.PATH = ${JSON.stringify(machine)};
    process.env.PLAYWRIGHT_BROWSERS_PATH = ${JSON.stringify(join(machine, 'downloads'))};
    process.env.PLAYWRIGHT_DOWNLOAD_HOST = 'http://127.0.0.1:9';
    delete process.env.CHROMIUM_PATH;
    delete process.env.CHROME_PATH;
    Object.assign(process.env, ${JSON.stringify(variables)});
    const { obtainEngine } = await import(${JSON.stringify(finder)});
    console.log('got ' + obtainEngine('chromium', console.log));`;
  const args = ['--input-type=module', '-e', code];
  return run(process.execPath, args, fileURLToPath(new URL('../..', import.meta.url)));
}

describe.skipIf(process.platform !== 'linux')('the browser finder', () => {
  test('uses the program that CHROMIUM_PATH names, before any other', async () => {
    program('chromium');
    const named = program('my-own');
    const { stdout } = await obtain({ CHROMIUM_PATH: named });
    expect(stdout).toBe(`chromium: using ${named}\ngot ${named}\n`);
  });

  test('says which variable names no program', async () => {
    const { code, stderr } = await obtain({ CHROME_PATH: join(machine, 'nothing') });
    expect(code).toBe(1);
    expect(stderr).toContain('CHROME_PATH names no program');
  });

  test('uses an installed Chrome where there is no Chromium', async () => {
    const chrome = program('google-chrome');
    expect((await obtain()).stdout).toBe(`chromium: using ${chrome}\ngot ${chrome}\n`);
  });

  test(
    "installs the distribution's package where nothing can be downloaded, and says so",
    { timeout: 60_000 },
    async () => {
      const installing = `[ "$4" = install ] || exit 0\nprintf '#!/bin/sh\\n' > ${machine}/chromium\n/bin/chmod 755 ${machine}/chromium`;
      program('apt-get', installing);
      program('sudo', 'shift; exec "$@"');
      const { stdout } = await obtain();
      expect(stdout.split('\n').slice(0, -1)).toEqual([
        "chromium: none is installed, trying Playwright's download",
        "chromium: Playwright's download is not to be had here",
        "chromium: none is installed, trying the distribution's package",
        `chromium: installed ${machine}/chromium`,
        `got ${machine}/chromium`,
      ]);
    },
  );

  test('says what to do where no browser can be had', { timeout: 60_000 }, async () => {
    const { code, stderr } = await obtain();
    expect(code).toBe(1);
    expect(stderr).toContain('Install one, or name it in CHROMIUM_PATH');
  });
});
