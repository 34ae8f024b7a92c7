import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { errorCatalogue } from '../../src/error-catalogue/index.ts';
import { explain } from '../../src/passkey/explain.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const rows = read('docs/passkeys.md')
  .split('\n')
  .flatMap((line) => {
    const [, code, nextStep, , names = ''] = line.split('|').map((cell) => cell.trim());
    return code?.startsWith('`') === true ? [{ code: bare(code), nextStep: bare(nextStep), names }] : [];
  });

function bare(text = ''): string {
  return text.replaceAll('`', '');
}

describe('docs/passkeys.md', () => {
  test('explains every code of a passkey error, and no other', () => {
    const codes = Object.keys(errorCatalogue.PasskeyError);
    expect(new Set(rows.map(({ code }) => code))).toEqual(new Set(codes));
    expect(rows).toHaveLength(codes.length);
  });

  test('names what browsers call each of them, and the next step', () => {
    for (const { code, nextStep, names } of rows) {
      const kind = names.endsWith('while signing in') ? 'assert' : 'register';
      for (const [, name = ''] of names.matchAll(/`(\w+Error)`/g)) {
        const error = explain(new DOMException('', name), { kind, outOfTime: code === 'PASSKEY_TIMED_OUT' });
        expect([name, error.code, error.nextStep]).toEqual([name, code, nextStep]);
      }
    }
  });
});
