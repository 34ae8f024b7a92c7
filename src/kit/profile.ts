/** Checks a profile that a caller wrote: each fact is one of the built-in profiles', each name has its form. */
import { wireProfiles } from './wire.ts';

/** The first member that is missing or wrong; undefined if the profile is whole. `profile` has no prototype. */
export function wrongInProfile(profile: object): string | undefined {
  const valueOf = (of: object, name: string): unknown => (of as Readonly<Record<string, unknown>>)[name];
  return Object.keys(wireProfiles.spec).find((name) => {
    const value = valueOf(profile, name);
    if (Object.values(wireProfiles).some((known) => valueOf(known, name) === value)) return false;
    const isPath = name === 'walletAccountsPath';
    if (typeof value !== 'string' || !(isPath || /^name|Header|Code/.test(name))) return true;
    return !(isPath ? /^(\/[\w-]+)+$/ : /^[\w-]{1,64}$/).test(value);
  });
}
