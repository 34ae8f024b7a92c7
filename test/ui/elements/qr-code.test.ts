import { expect, test } from 'vitest';
import { qrCode } from '../../../src/ui/elements/parts/qr-code.tsx';

test('a code has the three marks by which a scanner finds it, four modules from its edge', () => {
  const { props } = qrCode('sample-address', 'A code') as unknown as {
    readonly props: { readonly viewBox: string; readonly children: { readonly props: { readonly d: string } } };
  };
  const size = Number(props.viewBox.split(' ')[2]);
  const { d } = props.children.props;
  const isDark = (x: number, y: number): boolean => d.includes(`M${x} ${y}h1v1h-1z`);
  // Rows of a finder pattern: ISO/IEC 18004, 6.3.3.
  const pattern = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];
  const corner = (left: number, top: number): readonly string[] =>
    pattern.map((row, y) => Array.from(row, (_, x) => (isDark(left + x, top + y) ? '1' : '0')).join(''));
  for (const [left, top] of [
    [4, 4],
    [size - 11, 4],
    [4, size - 11],
  ] as const)
    expect(corner(left, top)).toEqual(pattern);
  expect(size).toBe(21 + 8);
  expect(/M[0-3] |M\d+ [0-3]h/.test(d)).toBe(false);
});
