import { describe, expect, test } from 'vitest';

describe('the page that the tests run in', () => {
  test('is a secure context with WebCrypto, IndexedDB, locks and channels', () => {
    expect(isSecureContext).toBe(true);
    expect(typeof crypto.subtle.sign).toBe('function');
    expect(typeof indexedDB.open).toBe('function');
    expect(typeof navigator.locks.request).toBe('function');
    expect(typeof BroadcastChannel).toBe('function');
  });

  test('is served from localhost, where WebAuthn works', () => {
    expect(location.hostname).toBe('localhost');
  });
});
