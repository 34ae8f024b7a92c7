/** A strict TypeScript project that imports the kit and looks at every declaration. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../source-tree.ts';

/** Options of {@link writeProject}. */
export interface WriteProjectOptions {
  readonly module: string;
  readonly moduleResolution: string;
  readonly entries: readonly string[];
  /** Whether the project has the types of Node, as a server's has. */
  readonly nodeTypes: boolean;
}

/** Writes a tsconfig and one file, and returns the name of the tsconfig. */
export function writeProject(folder: string, options: WriteProjectOptions): string {
  const { entries, nodeTypes, ...resolution } = options;
  const name = `${nodeTypes ? 'server' : 'browser'}-${resolution.moduleResolution.toLowerCase()}`;
  const imports = entries.map((entry, index) => `export * as entry${index} from '${entry}';`);
  writeFileSync(join(folder, `${name}.ts`), `${imports.join('\n')}\n`);
  const compilerOptions = {
    ...resolution,
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    types: nodeTypes ? ['node'] : [],
    typeRoots: nodeTypes ? [join(root, 'node_modules', '@types')] : [],
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
