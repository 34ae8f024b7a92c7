/**
 * Compares the sandbox of profile `grid` with the public service's OpenAPI document.
 *
 *     npm run contract -- <openapi file>
 *
 * Prints what differs, operation by operation, with the reason where there is one. Then it generates a typed client from the
 * document in a temporary folder and runs the main flows with it, type-checked. The exit code is 1 for a difference that is no
 * listed exception, for a document whose facts are no longer those of test/contract/facts/grid.json, and for a client that fails.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { extractFacts, factsText } from './extract.mjs';
import { runTypedClient } from './typed-client.mjs';

const [, , file] = process.argv;
if (file === undefined) throw new Error('usage: npm run contract -- <openapi file>');
const folder = dirname(fileURLToPath(import.meta.url));
const facts = extractFacts(readFileSync(file, 'utf8'));
const scratch = mkdtempSync(join(tmpdir(), 'countersign-contract-'));
try {
  const { text, isExpected } = await report();
  console.log(text);
  const isSame = factsText(facts) === readFileSync(join(folder, 'facts/grid.json'), 'utf8');
  if (!isSame) console.log('the document has changed: node test/contract/extract.mjs writes the fact file anew');
  const failure = runTypedClient(file, scratch);
  console.log(failure ?? 'the main flows run with a client that was generated from the document');
  process.exitCode = isExpected && isSame && failure === null ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** @returns {Promise<{ text: string, isExpected: boolean }>} */
async function report() {
  const outfile = join(scratch, 'report.mjs');
  const options = /** @type {const} */ ({ bundle: true, platform: 'node', format: 'esm', target: 'node20' });
  const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" };
  await build({ ...options, banner, entryPoints: [join(folder, 'report.ts')], outfile, logLevel: 'error' });
  const module = await import(pathToFileURL(outfile).href);
  return module.reportOn(facts);
}
