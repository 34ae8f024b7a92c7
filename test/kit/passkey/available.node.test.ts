// Detection of passkeys in engines that have WebAuthn in part.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { passkeyAvailability } from '../../../src/kit/passkey/available.ts';

const clock = { now: () => 0, monotonic: () => 0, schedule: () => () => undefined };

describe('whether a passkey can be had', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is no without WebAuthn', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);

    expect(await passkeyAvailability(clock)).toBe('no');
  });

  it('is elsewhere in an engine that cannot say whether the device has passkeys of its own', async () => {
    vi.stubGlobal('PublicKeyCredential', vi.fn());

    expect(await passkeyAvailability(clock)).toBe('elsewhere');
  });

  it('is elsewhere when the question fails, and here when the device says so', async () => {
    const answer = vi.fn<() => Promise<boolean>>();
    const isUserVerifyingPlatformAuthenticatorAvailable = answer;
    vi.stubGlobal('PublicKeyCredential', Object.assign(vi.fn(), { isUserVerifyingPlatformAuthenticatorAvailable }));
    answer.mockRejectedValueOnce(new Error('not now')).mockResolvedValueOnce(true);

    expect(await passkeyAvailability(clock)).toBe('elsewhere');
    expect(await passkeyAvailability(clock)).toBe('here');
  });
});
