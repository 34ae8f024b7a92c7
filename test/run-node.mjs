/** Runs a Node program to its end. */
import { spawn } from 'node:child_process';

/**
 * Runs a program without input. Its output goes straight through, or is collected where it is to be quiet.
 * @param {readonly string[]} command
 * @param {{ limitMs: number, quiet?: boolean }} options
 * @returns {Promise<{ code: number, seconds: string, output: string }>} the exit code, or 1 after a signal or the time limit
 */
export function runNode(command, { limitMs, quiet = false }) {
  const started = performance.now();
  const output = quiet ? 'pipe' : 'inherit';
  const child = spawn(process.execPath, command, { stdio: ['ignore', output, output] });
  /** @type {Buffer[]} */
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk));
  return new Promise((done) => {
    const limit = setTimeout(() => {
      printed.push(Buffer.from(`stopped after ${limitMs / 60_000} minutes: ${command.join(' ')}`));
      child.kill('SIGKILL');
    }, limitMs);
    /** @param {number | null} code */
    const end = (code) => {
      clearTimeout(limit);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      done({ code: code ?? 1, seconds, output: Buffer.concat(printed).toString().trim() });
    };
    child.once('error', () => end(1));
    child.once('close', end);
  });
}
