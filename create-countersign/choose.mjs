/** What is wanted: by flags, and by answers to what they leave open. */
import { parseArgs } from 'node:util';
import { backNamesFor, frontNames } from './app.mjs';

/** @typedef {(question: string, answers: readonly string[], flag: string) => Promise<string>} Ask */

export const usage = `npm create countersign@latest [folder] -- [--front ${frontNames.join('|')}] [--back ${backNamesFor('react').join('|')}] [--passkeys|--no-passkeys]`;

/**
 * @param {readonly string[]} args
 * @param {Ask} ask
 * @returns {Promise<import('./app.mjs').Choice & { folder: string }>}
 */
export async function choose(args, ask) {
  const flags = /** @type {const} */ ({
    front: { type: 'string' },
    back: { type: 'string' },
    passkeys: { type: 'boolean' },
    'no-passkeys': { type: 'boolean' },
  });
  const { values, positionals } = parseArgs({ args: [...args], options: flags, allowPositionals: true });
  const [folder = 'wallet-app', ...others] = positionals;
  if (others.length > 0) throw new Error(`One folder, not also ${others.join(', ')}.`);
  if (values.passkeys && values['no-passkeys']) throw new Error('Either --passkeys or --no-passkeys.');
  const { front: page = 'react' } = values;
  expectOne('--front', page, frontNames);
  expectOne('--back', values.back ?? 'hono', backNamesFor(page), page === 'react' ? '' : `, with --front ${page}`);
  const front = values.front ?? (values.back === 'next' ? 'react' : await ask('The page', frontNames, '--front'));
  const back = values.back ?? (await ask('The back-end', backNamesFor(front), '--back'));
  const isSaid = values.passkeys ?? values['no-passkeys'];
  const passkeys = isSaid
    ? values.passkeys === true
    : (await ask('Passkeys too', ['no', 'yes'], '--passkeys or --no-passkeys')) === 'yes';
  return { folder, front, back, passkeys };
}

/** @param {string} flag @param {string} value @param {readonly string[]} names @param {string} [where] */
function expectOne(flag, value, names, where = '') {
  if (!names.includes(value)) throw new Error(`${flag} is ${names.join(' or ')}, not ${value}${where}.`);
}
