import { createPublicKey, verify } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import { type PayloadReport } from 'countersign';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { openLyingService, signingFlows, type Stamped } from './lying-service.ts';

describe('approve', () => {
  test('that answers anything but true has approved nothing, and nothing is signed', async () => {
    let answer: unknown = true;
    const lying = await openLyingService({ approve: () => answer as boolean });
    const notApproved = { code: 'NOT_APPROVED', nextStep: 'restart' };
    for (answer of [undefined, null, 0, 1, 'true', {}, Promise.resolve(false), Promise.resolve('true'), false]) {
      lying.lie((payload) => payload);
      await expect(lying.wallet.quote.execute(lying.quote)).rejects.toMatchObject(notApproved);
    }
    for (const [flow, run] of Object.entries(signingFlows)) {
      lying.lie((payload) => (payload === '' ? fitting(flow, lying) : payload));
      const error: unknown = await run(lying).catch((cause: unknown) => cause);
      expect([flow, error]).toEqual([flow, expect.objectContaining(notApproved)]);
    }
    expect(lying.stamped).toEqual([]);
  });

  test('that throws ends the action with what it threw, and nothing is signed', async () => {
    let honest = true;
    const failure = new Error('the dialog broke');
    const lying = await openLyingService({
      approve: () => {
        if (honest) return true;
        throw failure;
      },
    });
    honest = false;
    lying.lie((payload) => payload);
    await expect(lying.wallet.quote.execute(lying.quote)).rejects.toBe(failure);
    expect(lying.stamped).toEqual([]);
  });

  test('is asked before every stamp, with the intent and what the payload was read as', async () => {
    const asked: string[] = [];
    const lying = await openLyingService({
      approve: ({ intent, reading }) => {
        asked.push(`${intent} ${reading.kind}`);
        return true;
      },
    });
    expect(asked).toEqual(['email-otp.verify token']);
    lying.lie((payload) => payload);
    await lying.wallet.session.refresh();
    // The kit ends the replaced session in the background.
    await eventually(() => expect(asked).toContain('session.revoke activity'));
    await lying.wallet.quote.execute(lying.quote);
    await lying.wallet.session.revoke();
    expect(asked.slice(1)).toEqual([
      'session.refresh activity',
      'session.revoke activity',
      'quote.execute activity',
      'session.revoke activity',
    ]);
    expect(lying.stamped).toHaveLength(asked.length - 1);
  });
});

describe('onPayload', () => {
  test('hears a report of every payload before it is stamped, and can change nothing by it', async () => {
    const reports: PayloadReport[] = [];
    const lying = await openLyingService({
      onPayload: (report) => {
        reports.push(report);
        for (const part of [report, report.expectation, report.request, report.reading]) {
          expect(Object.isFrozen(part)).toBe(true);
        }
      },
    });
    lying.lie(() => 'AAECAwQ');
    await expect(lying.wallet.session.refresh()).rejects.toMatchObject({ code: 'PAYLOAD_MISMATCH' });
    expect(reports.map(({ verdict }) => verdict)).toEqual(['fits', 'contradicts']);
  });
});

describe('what a wallet stamps', () => {
  test('is the very text of a refresh, however it is written, as Node and noble verify', async () => {
    const dress = (payload: string): string => {
      const members = Object.entries(JSON.parse(payload) as object).toReversed();
      const [, text = ''] = /^\{(.*)$/s.exec(JSON.stringify(Object.fromEntries(members))) ?? [];
      const escaped = text.replace('"parameters"', String.raw`"p\u0061rameters"`).replaceAll(':', ' :\t');
      return `\r\n\t {"note":"👩‍👩‍👧 𝄞 \u{10FFFF} é e\u0301 ${String.raw`\/\r\n\u0000`}",${escaped} \n`;
    };
    // The disguised payload holds unknown names: they are reported here, so that the text is stamped.
    const lying = await openLyingService({ checkPayload: { 'session.refresh': 'report' } });
    lying.lie((payload) => (payload.includes('READ_WRITE_SESSION') ? dress(payload) : payload));
    // The sandbox knows its own payload only, so it refuses; what was stamped is looked at here.
    await lying.wallet.session.refresh().catch(() => undefined);
    const [first] = lying.stamped;
    expect(first?.path).toMatch(/\/refresh$/);
    expect(verifies(first)).toEqual({ node: true, noble: true });
    expect(verifies(first && { ...first, payload: `${first.payload} ` })).toEqual({ node: false, noble: false });
  });

  test('is the very text of an opaque payment', async () => {
    const lying = await openLyingService();
    for (const payload of ['AAECAwQ=', 'AAECAwQ', '-_-_', 'deadbeef', 'DEADbeef', 'AAEC'.repeat(16_384)]) {
      lying.stamped.length = 0;
      lying.lie(() => payload);
      await lying.wallet.quote.execute(lying.quote).catch(() => undefined);
      expect(lying.stamped[0]?.payload).toBe(payload);
      expect(verifies(lying.stamped[0])).toEqual({ node: true, noble: true });
    }
  });

  test('is not made over an opaque payment of more than 64 KiB, which is refused before anybody is asked', async () => {
    const asked: unknown[] = [];
    const lying = await openLyingService({ approve: (question) => asked.push(question) > 0 });
    asked.length = 0;
    lying.lie(() => 'AAEC'.repeat(16_385));
    await expect(lying.wallet.quote.execute(lying.quote)).rejects.toMatchObject({ code: 'PAYLOAD_INVALID' });
    expect([asked, lying.stamped]).toEqual([[], []]);
  });

  test('is not made over a payment that is neither an activity nor base64 or hex of bytes', async () => {
    const lying = await openLyingService();
    for (const payload of ['a\r\nb\0c', ' AAECAwQ=\n', '"text"', '𝄞'.repeat(1000), btoa('{"type":"T"}')]) {
      lying.lie(() => payload);
      await expect(lying.wallet.quote.execute(lying.quote)).rejects.toMatchObject({ code: 'PAYLOAD_INVALID' });
    }
    expect(lying.stamped).toEqual([]);
  });
});

/** Verifies a stamp for its payload with two other implementations. */
function verifies(stamped: Stamped | undefined): { readonly node: boolean; readonly noble: boolean } {
  if (stamped === undefined) throw new Error('nothing was stamped');
  const text = Buffer.from(stamped.stamp, 'base64url').toString();
  const { publicKey, signature } = JSON.parse(text) as { publicKey: string; signature: string };
  const message = Buffer.from(stamped.payload, 'utf8');
  const der = Buffer.from(signature, 'hex');
  const point = p256.Point.fromHex(publicKey).toBytes(false);
  const [x, y] = [point.slice(1, 33), point.slice(33)].map((part) => Buffer.from(part).toString('base64url'));
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } });
  return {
    node: verify('sha256', message, key, der),
    noble: p256.verify(der, message, point, { format: 'der', lowS: false }),
  };
}

/** A payload that fits a flow whose first leg this service makes up. */
function fitting(flow: string, { bench }: Awaited<ReturnType<typeof openLyingService>>): string {
  const userId = 'user';
  const activities: Readonly<Record<string, object>> = {
    'credentials.addEmailOtp': {
      type: 'UPDATE_USER_EMAIL',
      parameters: { userEmail: 'new.address@example.com', userId },
    },
    'credentials.addSmsOtp': {
      type: 'UPDATE_USER_PHONE_NUMBER',
      parameters: { userPhoneNumber: '+14155550100', userId },
    },
    'credentials.remove': {
      type: 'DELETE_AUTHENTICATORS',
      parameters: { authenticatorIds: ['AuthMethod:00000000-0000-4000-8000-00000000000b'], userId },
    },
  };
  const { type, parameters } = (activities[flow] ?? {}) as { readonly type?: string; readonly parameters?: object };
  if (type === undefined) return 'AAECAwQ';
  const timestampMs = String(bench.clock.now());
  return JSON.stringify({ organizationId: 'org', parameters, timestampMs, type: `ACTIVITY_TYPE_${type}` });
}
