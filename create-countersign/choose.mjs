/** Reads the flags, and asks for the template where they leave it open. */
import { parseArgs } from 'node:util';
import { templateNames, walletPageTemplates } from './app.mjs';

/** @typedef {(question: string, answers: readonly string[], flag: string) => Promise<string>} Ask */

export const usage = `npm create countersign@latest [folder] -- [options]

  folder             where the app is written (wallet-app)
  --template NAME    ${templateNames.join(', ')}
  --wallet-page      customers sign on a page of its own host; with ${walletPageTemplates.join(', ')}
  --yes              asks nothing: ${templateNames[0]}, unless --template names another
  --from FOLDER      installs countersign-….tgz and countersign-sandbox-….tgz of a folder, in place of the registry's
  --help             prints this`;

/**
 * @param {readonly string[]} args
 * @param {Ask} ask
 * @returns {Promise<import('./app.mjs').Choice | null>} null where help is wanted
 */
export async function choose(args, ask) {
  const options = /** @type {const} */ ({
    template: { type: 'string' },
    'wallet-page': { type: 'boolean' },
    yes: { type: 'boolean', short: 'y' },
    from: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  if (values.help) return null;
  const [folder = 'wallet-app', ...others] = positionals;
  if (others.length > 0) throw new Error(`One folder, not also ${others.join(', ')}.`);
  const given = values.template ?? (values.yes ? templateNames[0] : undefined);
  const template = given ?? (await ask('Template', templateNames, '--template or --yes'));
  if (!templateNames.includes(template)) throw new Error(`--template is ${templateNames.join(', ')}, not ${template}.`);
  const walletPage = values['wallet-page'];
  if (walletPage && !walletPageTemplates.includes(template))
    throw new Error(`--wallet-page is for ${walletPageTemplates.join(', ')}, not ${template}.`);
  return { folder, template, from: values.from, ...(walletPage && { walletPage }) };
}
