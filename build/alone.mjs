/** Lets one process at a time do a thing. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs a function while this process holds a file; waits for the process that holds it, and takes it over from one that is gone.
 * @template Result
 * @param {string} file
 * @param {() => Promise<Result>} run
 * @returns {Promise<Result>}
 */
export async function alone(file, run) {
  mkdirSync(dirname(file), { recursive: true });
  while (!take(file)) await delay(50);
  try {
    return await run();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    if (!isHeld(file)) rmSync(file, { force: true });
    return false;
  }
}

/** @param {string} file */
function isHeld(file) {
  try {
    const holder = Number(readFileSync(file, 'utf8'));
    // A file without a number was made this very moment.
    return holder === 0 || process.kill(holder, 0);
  } catch {
    return false;
  }
}
