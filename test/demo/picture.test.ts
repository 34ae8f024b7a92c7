import { expect, test } from 'vitest';
import { namePicture } from '../../demo/build.ts';

const page = '<meta property="og:image" content="./refused.png" />';
const built = (address: string | undefined): unknown =>
  (namePicture(address).transformIndexHtml as (html: string) => unknown)(page);

test('the picture of a link has the whole address of a page whose place is known', () => {
  expect(built('https://example.com/try/')).toBe(
    '<meta property="og:image" content="https://example.com/try/refused.png" />',
  );
  expect(built(undefined)).toBe(page);
});
