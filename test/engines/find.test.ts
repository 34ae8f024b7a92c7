import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test as base } from 'vitest';
import { run, type Outcome } from '../package/consumer.ts';

const finder = new URL('find.mjs', import.meta.url).href;
/** A machine that has only what a test puts there, and no network. */
interface Machine {
  readonly folder: string;
  /** Puts a program on its PATH. */
  program(name: string, script?: string): string;
  /**
   * Asks for a Chromium there. A download whose folder is a program has nowhere to go, which Playwright sees before it
   * tries five times.
   */
  obtain(variables?: Readonly<Record<string, string>>): Promise<Outcome>;
}

const test = base.extend<{ machine: Machine }>({
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern what a fixture needs
  machine: async ({}, use) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-machine-')));
    await use({
      folder,
      program(name, script = 'exit 0') {
        const file = join(folder, name);
        writeFileSync(file, `#!/bin/sh\n${script}\n`);
        chmodSync(file, 0o755);
        return file;
      },
      obtain(variables = {}) {
        const code = `
          process.env.PATH = ${JSON.stringify(folder)};
          process.env.PLAYWRIGHT_BROWSERS_PATH = ${JSON.stringify(join(folder, 'downloads'))};
          process.env.PLAYWRIGHT_DOWNLOAD_HOST = 'http://127.0.0.1:9';
          delete process.env.CHROMIUM_PATH;
          delete process.env.CHROME_PATH;
          Object.assign(process.env, ${JSON.stringify(variables)});
          const { obtainEngine } = await import(${JSON.stringify(finder)});
          console.log('got ' + obtainEngine('chromium', console.log));`;
        const args = ['--input-type=module', '-e', code];
        return run(process.execPath, args, fileURLToPath(new URL('../..', import.meta.url)));
      },
    });
    rmSync(folder, { recursive: true, force: true });
  },
});

// Side by side: each waits for processes.
describe.skipIf(process.platform !== 'linux')('the browser finder', { concurrent: true }, () => {
  test('uses the program that CHROMIUM_PATH names, before any other', async ({ machine: { program, obtain } }) => {
    program('chromium');
    const named = program('my-own');
    const { stdout } = await obtain({ CHROMIUM_PATH: named });
    expect(stdout).toBe(`chromium: using ${named}\ngot ${named}\n`);
  });

  test('says which variable names no program', async ({ machine: { folder, obtain } }) => {
    const { code, stderr } = await obtain({ CHROME_PATH: join(folder, 'nothing') });
    expect(code).toBe(1);
    expect(stderr).toContain('CHROME_PATH names no program');
  });

  test('uses an installed Chrome where there is no Chromium', async ({ machine: { program, obtain } }) => {
    const chrome = program('google-chrome');
    expect((await obtain()).stdout).toBe(`chromium: using ${chrome}\ngot ${chrome}\n`);
  });

  test(
    "installs the distribution's package where nothing can be downloaded, and says why in a line",
    { timeout: 240_000 },
    async ({ machine: { folder, program, obtain } }) => {
      const installing = `[ "$4" = install ] || exit 0\nprintf '#!/bin/sh\\n' > ${folder}/chromium\n/bin/chmod 755 ${folder}/chromium`;
      program('apt-get', installing);
      program('sudo', 'shift; exec "$@"');
      const { stdout, stderr } = await obtain({ PLAYWRIGHT_BROWSERS_PATH: program('no-folder') });
      expect(stderr).toBe('');
      expect(stdout.split('\n').slice(0, -1)).toEqual([
        "chromium: none is installed, trying Playwright's download",
        expect.stringMatching(/^chromium: Playwright's download is not to be had here \(Error: .*no-folder.*\)$/),
        "chromium: none is installed, trying the distribution's package",
        `chromium: installed ${folder}/chromium`,
        `got ${folder}/chromium`,
      ]);
    },
  );

  test(
    'says what to do where no browser can be had',
    { timeout: 240_000 },
    async ({ machine: { program, obtain } }) => {
      const { code, stderr } = await obtain({ PLAYWRIGHT_BROWSERS_PATH: program('no-folder') });
      expect(code).toBe(1);
      expect(stderr).toContain('Install one, or name it in CHROMIUM_PATH');
    },
  );
});
