/**
 * `npm run prove:guards`: shows that no guard stands without a test.
 *
 *     node test/guards/run.mjs [--jobs N] [list ...]
 *
 * Each `*.guards.mjs` beside this file lists guards. For each, one mutation is applied to a scratch copy of the project, and the
 * test that the guard names must then fail, and must pass without it. Ends with `N guards proved, N not`.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Guard
 * @property {string} guard What the code refuses or keeps, as a sentence.
 * @property {string} file The file that is mutated.
 * @property {string} find Text that occurs there exactly once.
 * @property {string} replace What takes its place.
 * @property {string} test The test file.
 * @property {string} title The test that must fail: its describe titles and its own, or a part that picks out the tests meant.
 */

/**
 * @typedef {object} Result
 * @property {string} file The test file, relative to the project.
 * @property {string} name Its describe titles and its own.
 * @property {boolean} passed
 */

/** For the tests of one title, and for those of all lists together. */
const [ONE_LIMIT_MS, ALL_LIMIT_MS] = [120_000, 1_800_000];
const project = fileURLToPath(new URL('../..', import.meta.url));
const here = join(project, 'test/guards');

const { jobs, names } = readArguments(process.argv.slice(2));
const guards = await readLists(names);
const scratches = Array.from({ length: Math.min(jobs, guards.length) }, makeScratch);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
process.on('exit', () => scratches.forEach((scratch) => rmSync(scratch, { recursive: true, force: true })));

const failures = await checkTitles(scratches[0] ?? project);
const queue = guards.filter((guard) => !failures.has(guard));
let proved = 0;
await Promise.all(scratches.map(proveFromQueue));
for (const [guard, reason] of failures) console.log(`not proved: ${guard.guard} (${guard.file}): ${reason}`);
console.log(`${proved} guards proved, ${failures.size} not`);
process.exitCode = failures.size === 0 && proved > 0 ? 0 : 1;

/**
 * Takes guards from the queue until it is empty.
 *
 * @param {string} scratch
 */
async function proveFromQueue(scratch) {
  for (let guard = queue.shift(); guard !== undefined; guard = queue.shift()) {
    const reason = await prove(scratch, guard);
    if (reason === null) {
      proved += 1;
      console.log(`proved: ${guard.guard}`);
    } else {
      failures.set(guard, reason);
    }
  }
}

/**
 * Applies the mutation, runs the named test, takes the mutation back; null, or why the guard is not proved.
 *
 * @param {string} scratch
 * @param {Guard} guard
 */
async function prove(scratch, { file, find, replace, test, title }) {
  const path = join(scratch, file);
  const source = readFileSync(path, 'utf8');
  const places = source.split(find).length - 1;
  if (places !== 1) return `the text to find occurs ${places} times`;
  writeFileSync(
    path,
    source.replace(find, () => replace),
  );
  try {
    const results = await runTests(scratch, [test], title);
    if (results === null) return 'the mutant could not be run';
    return results.some(({ name, passed }) => name.includes(title) && !passed) ? null : 'no named test failed';
  } finally {
    writeFileSync(path, source);
  }
}

/**
 * Runs the named tests without any mutation: they must exist and pass, else their failing would prove nothing.
 *
 * @param {string} scratch
 * @returns {Promise<Map<Guard, string>>}
 */
async function checkTitles(scratch) {
  const results = await runTests(scratch, [...new Set(guards.map(({ test }) => test))]);
  if (results === null) throw new Error('the tests could not be run without a mutation');
  /** @type {Map<Guard, string>} */
  const wrong = new Map();
  for (const guard of guards) {
    const named = results.filter(({ name, file }) => file === guard.test && name.includes(guard.title));
    if (named.length === 0) wrong.set(guard, 'no test has this title');
    else if (named.some(({ passed }) => !passed)) wrong.set(guard, 'the test fails without the mutation');
  }
  return wrong;
}

/**
 * Runs test files in Node, or the tests of one title in them; null when they could not be run.
 *
 * @param {string} scratch
 * @param {readonly string[]} files
 * @param {string} [title]
 * @returns {Promise<readonly Result[] | null>}
 */
function runTests(scratch, files, title) {
  const report = join(scratch, 'guards-report.json');
  rmSync(report, { force: true });
  const vitest = join(scratch, 'node_modules/vitest/vitest.mjs');
  const given = [
    'run',
    '--project=node',
    '--project=lives',
    '--project=in-flight',
    '--reporter=json',
    '--outputFile',
    report,
    ...files,
  ];
  if (title !== undefined) given.push('-t', title.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  const child = spawn(process.execPath, [vitest, ...given], {
    cwd: scratch,
    stdio: 'ignore',
    timeout: title === undefined ? ALL_LIMIT_MS : ONE_LIMIT_MS,
  });
  return new Promise((settle) => {
    child.on('error', () => settle(null));
    child.on('exit', () => {
      try {
        settle(readReport(JSON.parse(readFileSync(report, 'utf8')), scratch));
      } catch {
        settle(null);
      }
    });
  });
}

/**
 * @param {{ testResults: { name: string, assertionResults: { ancestorTitles: string[], title: string, status: string }[] }[] }} report
 * @param {string} scratch
 * @returns {Result[]}
 */
function readReport({ testResults }, scratch) {
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ ancestorTitles, title, status }) => ({
        file: relative(scratch, file),
        name: [...ancestorTitles, title].join(' '),
        passed: status === 'passed',
      })),
  );
}

function makeScratch() {
  const scratch = mkdtempSync(join(tmpdir(), 'guards-'));
  const left = new Set(['node_modules', 'dist', '.git', 'coverage'].map((name) => join(project, name)));
  cpSync(project, scratch, { recursive: true, filter: (path) => !left.has(path) });
  symlinkSync(join(project, 'node_modules'), join(scratch, 'node_modules'));
  return scratch;
}

/**
 * @param {readonly string[]} names
 * @returns {Promise<Guard[]>}
 */
async function readLists(names) {
  const ending = '.guards.mjs';
  const found = readdirSync(here).filter((file) => file.endsWith(ending));
  const lists = names.length === 0 ? found : names.map((name) => `${name}${ending}`);
  const unknown = lists.find((file) => !found.includes(file));
  if (unknown !== undefined) {
    const known = found.map((file) => file.slice(0, -ending.length)).join(', ');
    throw new Error(`There is no list ${unknown}. The lists are: ${known}.`);
  }
  const modules = await Promise.all(lists.map((file) => import(join(here, file))));
  return modules.flatMap(({ guards: list }) => list);
}

/** @param {readonly string[]} given */
function readArguments(given) {
  const at = given.indexOf('--jobs');
  if (at < 0) return { jobs: 2, names: given };
  return {
    jobs: Math.max(1, Number(given[at + 1]) || 1),
    names: given.filter((_, index) => index !== at && index !== at + 1),
  };
}
