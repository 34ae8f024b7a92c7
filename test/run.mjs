/**
 * `npm test`: types, lint, formatting and the build as one test each, then every suite in Node and in the browsers.
 *
 *     node test/run.mjs [--browsers] [--long] [arguments for Vitest]
 *
 * Chromium is found or installed; `--browsers` does the same for Firefox and WebKit and runs all of them. `--long` gives every
 * property twenty times as many cases, and time for them.
 * The last line, alone, is `N passed, N failed`, with `, N skipped` where tests were.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { obtainEngine } from './engines/find.mjs';

/** @typedef {import('./engines/find.mjs').Engine} Engine */
/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

const isLong = process.argv.includes('--long');
const vitestLimitMs = (isLong ? 240 : 20) * 60_000;
const checkLimitMs = 5 * 60_000;

/** @type {Readonly<Record<string, readonly string[]>>} */
const checks = {
  'types of everything': [tool('typescript', 'bin/tsc'), '-p', 'tsconfig.json'],
  'types of the browser entries, without Node': [tool('typescript', 'bin/tsc'), '-p', 'tsconfig.browser.json'],
  'types of the relay, without the DOM library': [tool('typescript', 'bin/tsc'), '-p', 'tsconfig.server.json'],
  lint: [tool('oxlint', 'bin/oxlint'), '--type-aware', '--deny-warnings'],
  formatting: [tool('oxfmt', 'bin/oxfmt'), '--check'],
  build: ['build.mjs'],
};

const all = process.argv.includes('--browsers');
const vitestArguments = process.argv.slice(2).filter((argument) => !['--browsers', '--long'].includes(argument));
if (isLong) {
  process.env.VITE_PROPERTY_FACTOR ??= '20';
  vitestArguments.push('--testTimeout=3600000');
}
/** @type {readonly Engine[]} */
const wanted = all ? ['chromium', 'firefox', 'webkit'] : ['chromium'];

/** @type {Tally} */
const total = { passed: 0, failed: 0, skipped: 0 };
try {
  await runEverything();
} catch (error) {
  total.failed += 1;
  console.error(error);
}
console.log(
  `\n${total.passed} passed, ${total.failed} failed${total.skipped === 0 ? '' : `, ${total.skipped} skipped`}`,
);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

async function runEverything() {
  const engines = wanted.filter((engine) => record(`a ${engine} to test in`, () => obtainEngine(engine, say)));
  for (const [name, command] of Object.entries(checks)) {
    const started = performance.now();
    const code = await run(command, checkLimitMs);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    settle(name, code === 0, `${seconds} s`);
  }
  add(await runVitest(['node', ...engines]));
  if (!all) say('left out: firefox and webkit (npm run test:browsers runs all engines)');
}

/**
 * Runs Vitest and counts what its JSON report says; anything that the report can't account for is a failure.
 * @param {readonly string[]} projects
 * @returns {Promise<Tally>}
 */
async function runVitest(projects) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-'));
  const report = join(folder, 'report.json');
  try {
    const code = await run(
      [
        tool('vitest', 'vitest.mjs'),
        'run',
        ...projects.flatMap((project) => ['--project', project]),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...vitestArguments,
      ],
      vitestLimitMs,
    );
    const tally = existsSync(report) ? readReport(report) : { passed: 0, failed: 0, skipped: 0 };
    const unexplained = tally.failed === 0 && (code !== 0 || tally.passed === 0);
    settle('the test run itself', !unexplained, `vitest ended with code ${code}`);
    return tally;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} file
 * @returns {Tally}
 */
function readReport(file) {
  /** @type {{ testResults: { name: string, status: string, assertionResults: { status: string, fullName: string }[] }[] }} */
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const tally = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, status, assertionResults } of report.testResults) {
    const failed = assertionResults.filter((result) => result.status === 'failed').length;
    tally.failed += failed;
    tally.passed += assertionResults.filter((result) => result.status === 'passed').length;
    // A file that can't be loaded, or whose hooks fail, has no failed test of its own.
    if (status === 'failed' && failed === 0) tally.failed += 1;
    for (const { fullName } of assertionResults.filter((result) => !['passed', 'failed'].includes(result.status))) {
      tally.skipped += 1;
      say(`skipped: ${name.replace(`${root}/`, '')} > ${fullName}`);
    }
  }
  return tally;
}

/**
 * Runs a Node program without input; its output goes straight through.
 * @param {readonly string[]} command
 * @param {number} limitMs
 * @returns {Promise<number>} the exit code, or 1 after a signal or the time limit
 */
function run(command, limitMs) {
  return new Promise((done) => {
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'inherit', 'inherit'] });
    const limit = setTimeout(() => {
      say(`stopped after ${limitMs / 60_000} minutes: ${command.join(' ')}`);
      child.kill('SIGKILL');
    }, limitMs);
    child.once('error', () => done(1));
    child.once('close', (code) => {
      clearTimeout(limit);
      done(code ?? 1);
    });
  });
}

/**
 * Counts an action that throws as a failed test.
 * @param {string} name
 * @param {() => unknown} action
 */
function record(name, action) {
  try {
    action();
    settle(name, true);
    return true;
  } catch (error) {
    settle(name, false, error instanceof Error ? error.message : String(error));
    return false;
  }
}

/**
 * @param {string} name
 * @param {boolean} passed
 * @param {string} [detail]
 */
function settle(name, passed, detail) {
  total[passed ? 'passed' : 'failed'] += 1;
  say(`${passed ? 'ok' : 'FAILED'}: ${name}${detail === undefined ? '' : ` (${detail})`}`);
}

/** @param {Tally} tally */
function add(tally) {
  total.passed += tally.passed;
  total.failed += tally.failed;
  total.skipped += tally.skipped;
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
