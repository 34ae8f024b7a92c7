import { describe, expect, test } from 'vitest';
import { entries, run } from '../package/consumer.ts';
import { writeProject } from '../package/project.ts';
import { installForFile } from './installation.ts';

const nodeEntries = ['countersign/relay/node', 'countersign/sandbox/node'];
/** The oldest that docs/requirements.md names, one before `Uint8Array` became generic, and one after. */
const versions = ['5.0.4', '5.4.5', '5.9.3'];
const resolutions = [
  { module: 'NodeNext', moduleResolution: 'NodeNext' },
  { module: 'ESNext', moduleResolution: 'Bundler' },
];
const compilers = versions.map((version) => `typescript-${version}@npm:typescript@${version}`);
const installation = installForFile([...compilers, '@types/node@20', '@types/react@19']);

describe.for(versions)('TypeScript %s', (version) => {
  const check = async (project: string): Promise<void> => {
    const compiler = installation.inModules(`typescript-${version}`, 'bin', 'tsc');
    const outcome = await run(process.execPath, [compiler, '-p', project], installation.folder);
    expect(outcome.code, outcome.stdout).toBe(0);
  };

  test.for(resolutions)('checks every declaration of a page under $moduleResolution', async (resolution) => {
    const pages = entries.filter((entry) => !nodeEntries.includes(entry));
    await check(writeProject(installation.folder, { ...resolution, entries: pages, platform: 'page' }));
  });

  test.for(resolutions)('checks every declaration of a server under $moduleResolution', async (resolution) => {
    const servers = entries.filter((entry) => /\/(?:relay|sandbox)(?:\/|$)/.test(entry));
    await check(writeProject(installation.folder, { ...resolution, entries: servers, platform: 'server' }));
  });
});
