import { loopbackPattern } from '../../../../src/kit/wire.ts';

/** Whether a URL is one that the sandbox may call: http or https on this machine, without credentials. */
export function isLoopbackUrl(text: string): boolean {
  try {
    const { hostname, protocol, username } = new URL(text);
    return loopbackPattern.test(hostname) && /^https?:$/.test(protocol) && username === '';
  } catch {
    return false;
  }
}
