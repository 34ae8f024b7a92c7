/** The reference: a page for each name of each entry of both packages, made of the sources and their comments. */
import { join } from 'node:path';
import { Application } from 'typedoc';
import { sourceOfEntry } from '../build/entries.mjs';

/**
 * Writes the pages.
 * @param {string} root of the repository
 * @param {string} target folder of the reference
 * @throws Error when the sources don't compile, or a link in a comment leads nowhere
 */
export async function writeReference(root, target) {
  const app = await Application.bootstrapWithPlugins({
    entryPoints: Object.values(sourceOfEntry),
    sortEntryPoints: false,
    tsconfig: join(root, 'tsconfig.build.json'),
    basePath: root,
    plugin: ['typedoc-plugin-markdown'],
    outputs: [{ name: 'markdown', path: target }],
    readme: 'none',
    disableGit: true,
    disableSources: true,
    excludePrivate: true,
    excludeInternal: true,
    hideGenerator: true,
    logLevel: 'Warn',
    skipErrorChecking: true,
    validation: { invalidLink: true, notExported: false, notDocumented: false },
    // @ts-expect-error Options of the plugin.
    entryFileName: 'index',
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    typeDeclarationFormat: 'table',
    enumMembersFormat: 'table',
    tableColumnSettings: { hideSources: true, hideInherited: true, hideModifiers: true },
  });
  const project = await app.convert();
  if (project === undefined) throw new Error('the sources could not be read');
  const names = Object.keys(sourceOfEntry);
  for (const [index, entry] of (project.children ?? []).entries()) entry.name = names[index] ?? entry.name;
  await app.generateOutputs(project);
  if (app.logger.hasWarnings() || app.logger.hasErrors()) throw new Error('the reference has warnings');
}
