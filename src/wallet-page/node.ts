/** The prebuilt page, read from the package. The build puts the files themselves in this module's place. */
import { readFileSync } from 'node:fs';

/** The files of the page. */
export interface PageAssets {
  /** Name of the script that a document loads. */
  readonly main: string;
  /** Name of its style sheet. */
  readonly css: string;
  /** Names of the scripts that it imports. */
  readonly ahead: readonly string[];
  readonly files: Readonly<Record<string, { readonly type: string; readonly text: string }>>;
}

interface Manifest extends Omit<PageAssets, 'files'> {
  readonly files: Readonly<Record<string, string>>;
}

/** Reads the files. @throws Error when the package isn't built. */
export function readAssets(): PageAssets {
  const folder = new URL('../../dist/wallet-page/', import.meta.url);
  const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8');
  const { files, ...named } = JSON.parse(read('manifest.json')) as Manifest;
  const texts = Object.entries(files).map(([name, type]) => [name, { type, text: read(`assets/${name}`) }] as const);
  return { ...named, files: Object.fromEntries(texts) };
}
