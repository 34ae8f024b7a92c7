/** A strict TypeScript project that imports the kit and looks at every declaration. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a project runs on: a page has the DOM and no Node, a server has Node and no DOM. */
export type Platform = 'page' | 'server';

/** Options of {@link writeProject}. */
export interface WriteProjectOptions {
  readonly module: string;
  readonly moduleResolution: string;
  readonly entries: readonly string[];
  readonly platform: Platform;
  /** Where the types of Node lie; the project's own by default. */
  readonly typeRoots?: readonly string[];
}

const settings = {
  page: { lib: ['ES2022', 'DOM', 'DOM.Iterable'], types: [] },
  server: { lib: ['ES2022'], types: ['node'] },
};

/** Writes a tsconfig and one file, and returns the name of the tsconfig. */
export function writeProject(folder: string, options: WriteProjectOptions): string {
  const { entries, platform, ...resolution } = options;
  const name = `${platform}-${resolution.moduleResolution.toLowerCase()}`;
  const imports = entries.map((entry, index) => `export * as entry${index} from '${entry}';`);
  writeFileSync(join(folder, `${name}.ts`), `${imports.join('\n')}\n`);
  const compilerOptions = {
    ...settings[platform],
    ...resolution,
    target: 'ES2022',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    isolatedModules: true,
    verbatimModuleSyntax: true,
    skipLibCheck: false,
    noEmit: true,
  };
  const config = `tsconfig.${name}.json`;
  writeFileSync(join(folder, config), JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
  return config;
}
