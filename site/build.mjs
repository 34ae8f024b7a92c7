/** Builds the site from the project's documents and sources, with llms.txt and the static demo beside them. */
import { cpSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { languageModelTexts } from '../build/language-models.mjs';
import { writePages } from './pages.mjs';
import { writeReference } from './reference.mjs';

const site = dirname(fileURLToPath(import.meta.url));
const root = dirname(site);

writePages(root, join(site, '.pages'));
await writeReference(root, join(site, '.pages', 'reference'));
await build(site);
cpSync(join(root, 'demo/dist/static'), join(site, 'dist/try'), { recursive: true });
for (const [name, text] of Object.entries(languageModelTexts(root))) writeFileSync(join(site, 'dist', name), text);
