/** Finds the programs of the distribution that some tests run, and installs those that a bare machine lacks. */
import { spawnSync } from 'node:child_process';
import { installPackages, onPath } from './find.mjs';

/** @typedef {'go' | 'nginx' | 'python' | 'redis'} Program */

/**
 * The distribution's packages for each, and whether it is there. @type {Readonly<Record<Program, { packages: readonly
 * string[], isThere: () => boolean }>>}
 */
const programs = {
  go: { packages: ['golang-go'], isThere: () => onPath('go') !== null },
  nginx: { packages: ['nginx-light'], isThere: () => onPath('nginx') !== null },
  python: {
    packages: ['python3', 'python3-cryptography', 'python3-pytest'],
    isThere: () => spawnSync('python3', ['-c', 'import cryptography, pytest'], { stdio: 'ignore' }).status === 0,
  },
  redis: { packages: ['redis-server'], isThere: () => onPath('redis-server') !== null },
};

/**
 * Finds or installs programs.
 * @param {readonly Program[]} names
 * @param {(line: string) => void} say hears what was done
 * @returns {readonly Program[]} those that are not to be had here
 */
export function obtainPrograms(names, say) {
  const missing = () => names.filter((name) => !programs[name].isThere());
  const packages = missing().flatMap((name) => programs[name].packages);
  if (packages.length === 0) return [];
  say(`installing ${packages.join(', ')}`);
  installPackages(packages);
  return missing();
}
