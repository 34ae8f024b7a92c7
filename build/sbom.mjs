/** Writes the software bill of materials of what is built. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ 'bom-ref': string, properties: readonly { name: string }[], hashes?: readonly unknown[] }} Component
 * @typedef {{ ref: string, dependsOn: string[] }} Dependency
 */

/**
 * The bill in CycloneDX 1.5: what npm says of the lock file, for the dependencies of one package and theirs. Nothing in it depends on
 * the time, the folder or the version of npm; the serial number is a digest of the rest.
 * @param {string} root of the repository
 * @param {string} folder of the package
 * @param {ReadonlySet<string>} bundled `name@version` of the packages that are part of the bundles
 * @returns {string} JSON
 */
export function billOfMaterials(root, folder, bundled) {
  const whole = readBill(root);
  /** A package of this repository, which comes from no registry and has no digest. @param {string} place */
  const ownPackage = (place) => {
    const {
      name,
      version,
      description,
      dependencies = {},
    } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
    const ref = `${name}@${version}`;
    const component = {
      ...whole.metadata.component,
      'bom-ref': ref,
      purl: `pkg:npm/${ref}`,
      name,
      version,
      description,
    };
    return { ref, component, names: Object.keys(dependencies) };
  };
  const own = ownPackage(folder);
  const kit = ownPackage(root);
  /** Lists what users install for it: npm names what development needs, too. @param {string} ref @returns {string[]} */
  const dependenciesOf = (ref) => {
    const all = whole.dependencies.find((one) => one.ref === ref)?.dependsOn ?? [];
    const known = [own, kit].find((one) => one.ref === ref);
    return known === undefined ? all : all.filter((one) => known.names.includes(one.slice(0, one.lastIndexOf('@'))));
  };
  const shipped = new Set([...dependenciesOf(own.ref), ...bundled]);
  // The licences of a bundle name all that is in it.
  for (const ref of shipped) if (!bundled.has(ref)) for (const one of dependenciesOf(ref)) shipped.add(one);
  const components = [kit.component, ...whole.components.filter((one) => one['bom-ref'] !== kit.ref)]
    .filter((component) => shipped.has(component['bom-ref']))
    .map((component) => ({ ...component, scope: 'required', properties: [], externalReferences: [] }));
  const missing = [...shipped].filter((ref) => !components.some((component) => component['bom-ref'] === ref));
  if (missing.length > 0) throw new Error(`the lock file holds no ${missing.join(', ')}`);
  const dependencies = [own.ref, ...whole.dependencies.map(({ ref }) => ref).filter((ref) => shipped.has(ref))].map(
    (ref) => {
      const all = new Set([...dependenciesOf(ref), ...(ref === own.ref ? bundled : [])]);
      return { ref, dependsOn: [...all].filter((one) => shipped.has(one)).sort() };
    },
  );
  const bill = {
    $schema: whole.$schema,
    bomFormat: 'CycloneDX',
    specVersion: whole.specVersion,
    version: 1,
    metadata: { lifecycles: [{ phase: 'build' }], component: own.component },
    components,
    dependencies,
  };
  return `${JSON.stringify({ ...bill, serialNumber: serialNumber(JSON.stringify(bill)) }, null, 2)}\n`;
}

/**
 * @param {string} root
 * @returns {{ $schema: string, specVersion: string, metadata: { component: Component }, components: Component[],
 * dependencies: Dependency[] }}
 */
function readBill(root) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const command = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const text = execFileSync(npm, command, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });
  return JSON.parse(text);
}

/** A name-based UUID (RFC 9562, version 8). @param {string} text */
function serialNumber(text) {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes.writeUInt8(((bytes[6] ?? 0) & 0x0f) | 0x80, 6);
  bytes.writeUInt8(((bytes[8] ?? 0) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
