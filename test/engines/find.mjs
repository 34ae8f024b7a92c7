/** Finds the browsers that the tests drive, and installs the ones a bare machine lacks. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {'chromium' | 'firefox' | 'webkit'} Engine */

const programs = process.env.PROGRAMFILES ?? 'C:\\Program Files';
const programsX86 = process.env['PROGRAMFILES(X86)'] ?? 'C:\\Program Files (x86)';
const localPrograms = process.env.LOCALAPPDATA ?? programs;

/** Loading Playwright takes a second, which a machine with an installed browser need not spend. @returns {typeof import('playwright')} */
const playwright = () => createRequire(import.meta.url)('playwright');

/** Where each engine is looked for, in this order: a variable, a name on PATH, a well-known place, Playwright's download. */
const places = {
  chromium: {
    variables: ['CHROMIUM_PATH', 'CHROME_PATH'],
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'],
    files: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
      join(programs, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      join(programsX86, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      join(localPrograms, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      join(programsX86, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ],
    downloaded: () => playwright().chromium.executablePath(),
    packages: ['chromium'],
  },
  firefox: {
    variables: ['FIREFOX_PATH'],
    names: ['firefox-esr', 'firefox'],
    files: ['/Applications/Firefox.app/Contents/MacOS/firefox', join(programs, 'Mozilla Firefox', 'firefox.exe')],
    downloaded: () => playwright().firefox.executablePath(),
    packages: ['firefox-esr'],
  },
  webkit: {
    variables: ['WEBKIT_DRIVER_PATH'],
    names: ['WebKitWebDriver'],
    files: [],
    downloaded: () => '',
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth'],
  },
};

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The full path of a program on PATH.
 * @param {string} name
 * @returns {string | null}
 */
export function onPath(name) {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, file)).find(isProgram) ?? null;
}

/**
 * Looks for an installed browser, without installing anything.
 * @param {Engine} engine
 * @returns {string | null} the program to start (for WebKit: its WebDriver), or null
 */
export function findEngine(engine) {
  const { variables, names, files, downloaded } = places[engine];
  for (const variable of variables) {
    const named = process.env[variable];
    if (named !== undefined && named !== '') {
      if (!isProgram(named)) throw new Error(`${variable} names no program: ${named}`);
      return named;
    }
  }
  if (engine === 'webkit' && onPath('xvfb-run') === null) return null;
  const found = names.map(onPath).find((file) => file !== null);
  if (found !== undefined) return found;
  return files.find(isProgram) ?? [downloaded()].find(isProgram) ?? null;
}

/**
 * Finds a browser, else downloads Playwright's, else installs the distribution's package.
 * @param {Engine} engine
 * @param {(line: string) => void} say hears what was done
 * @returns {string} the program to start
 */
export function obtainEngine(engine, say) {
  const installed = findEngine(engine);
  // A download may lie there without the libraries that it needs.
  if (installed !== null && (!installed.includes('ms-playwright') || starts(installed))) {
    say(`${engine}: using ${installed}`);
    return installed;
  }
  const attempts = [
    {
      name: "Playwright's download",
      run: () => (engine === 'webkit' ? 'it has none that runs alone' : download(engine)),
    },
    { name: "the distribution's package", run: () => installPackages(places[engine].packages) },
  ];
  for (const { name, run } of attempts) {
    say(`${engine}: none is installed, trying ${name}`);
    const failure = run();
    const obtained = failure === null ? findEngine(engine) : null;
    if (obtained !== null) {
      say(`${engine}: installed ${obtained}`);
      return obtained;
    }
    say(`${engine}: ${name} is not to be had here (${failure ?? 'it is not where it should be'})`);
  }
  throw new Error(
    `No ${engine} was found, and none could be installed. Install one, or name it in ${places[engine].variables[0]}.`,
  );
}

/**
 * @param {'chromium' | 'firefox'} engine
 * @returns {string | null} the failure in a line
 */
function download(engine) {
  const command = fileURLToPath(new URL('../../node_modules/playwright/cli.js', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, 'install', engine], {
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: 180_000,
  });
  if (status !== 0) return failureIn(`${stderr}\n${stdout}`);
  return starts(places[engine].downloaded()) ? null : 'what was downloaded does not start';
}

/**
 * The line of a program's complaint that names the error.
 * @param {string} complaint
 */
function failureIn(complaint) {
  const lines = complaint.split('\n').filter((line) => line.trim() !== '');
  return (lines.find((line) => /^(?:\w*Error:|E:)/.test(line)) ?? lines[0] ?? 'it was stopped').trim();
}

/**
 * Checks that a downloaded browser runs: on a bare machine its shared libraries may be missing.
 * @param {string} file
 */
function starts(file) {
  return isProgram(file) && spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

/**
 * Installs packages of the distribution, where that can be.
 * @param {readonly string[]} packages
 * @returns {string | null} the failure in a line
 */
export function installPackages(packages) {
  if (onPath('apt-get') === null) return 'there is no apt-get';
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && onPath('sudo') === null) return 'there is no sudo';
  const [command, ...prefix] = isRoot ? ['apt-get'] : ['sudo', '-n', 'apt-get'];
  for (const rest of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const args = [...prefix, '-qq', '-o', 'DPkg::Lock::Timeout=120', ...rest];
    const { status, stderr } = spawnSync(command ?? 'apt-get', args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: 600_000,
    });
    if (status !== 0) return failureIn(stderr);
  }
  return null;
}
