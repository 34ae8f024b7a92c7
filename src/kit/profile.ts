/** Checks a profile that a caller wrote: each fact is one of the built-in profiles', each name has its form. */
import { wireProfiles } from './wire.ts';

const header = /^[A-Za-z\d-]{1,64}$/;
const forms: Readonly<Record<string, RegExp>> = {
  name: /^[\w -]{1,64}$/,
  signatureHeader: header,
  webhookSignatureHeader: header,
  walletAccountsPath: /^(\/[a-z-]+)+$/,
  switchErrorCode: /^[A-Z_]{1,64}$/,
};

/** The first member that is missing or wrong; undefined if the profile is whole. */
export function wrongInProfile(profile: object): string | undefined {
  const { spec, grid } = wireProfiles;
  const own = profile as Readonly<Record<string, unknown>>;
  return Object.keys(spec).find((name) => {
    const value = Object.hasOwn(own, name) ? own[name] : undefined;
    const form = forms[name];
    if (form !== undefined) return typeof value !== 'string' || !form.test(value);
    return value !== spec[name as keyof typeof spec] && value !== grid[name as keyof typeof grid];
  });
}
