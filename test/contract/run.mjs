/**
 * Compares the sandbox of profile `grid` with the public service's OpenAPI document.
 *
 *     npm run contract -- <openapi file>
 *
 * Prints what differs, operation by operation, with the reason where there is one. The exit code is 1 for a difference that is no
 * listed exception, and for a document whose facts are no longer those of test/contract/facts/grid.json.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { extractFacts, factsText } from './extract.mjs';

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
  process.exitCode = isExpected && isSame ? 0 : 1;
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
  const news = JSON.parse(readFileSync(join(folder, 'facts/news.json'), 'utf8'));
  return module.reportOn({ document: facts, news });
}
