import { loopbackPattern } from '../../../../src/kit/wire.ts';

/** Checks that the sandbox may call a URL: http or https on this machine, without credentials. */
export function isLoopbackUrl(text: string): boolean {
  try {
    const { hostname, protocol, username } = new URL(text);
    return loopbackPattern.test(hostname) && /^https?:$/.test(protocol) && username === '';
  } catch {
    return false;
  }
}
