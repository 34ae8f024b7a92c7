/** `npm run size`: prints what each import shape costs, in gzip bytes. */
import { bundlers, loginDoors, measure, shapes, withDoors } from './measure.mjs';

for (const [title, shape] of Object.entries(shapes)) {
  console.log(`\n${title}: import { ${shape.names.join(', ')} } from '${shape.entry}'`);
  for (const bundler of bundlers) {
    const measured = await measure(shape, bundler);
    const columns = [`first load ${kilobytes(measured.first)}`];
    if (shape.names.includes('createWallet')) {
      columns.push(`with an e-mail login ${kilobytes(withDoors(measured, loginDoors))}`);
    }
    if (measured.lazy.length > 0) columns.push(`everything ${kilobytes(measured.total)}`);
    console.log(`  ${bundler.padEnd(8)} ${columns.join('   ')}`);
  }
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
