import { expect, test } from 'vitest';
import { readBrowser, type BrowserFacts } from '../../../src/ui/elements/parts/this-browser.ts';

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
const hints = (platform: string, ...brands: readonly string[]): Partial<BrowserFacts> => ({
  userAgentData: { platform, brands: brands.map((brand) => ({ brand })) },
});

test.each<[told: string, facts: Partial<BrowserFacts>, named: string | undefined]>([
  ['hints', hints('Linux', 'Not A(Brand', 'Chromium'), 'Chromium, Linux'],
  ['hints of a vendor', hints('Windows', 'Chromium', 'Sample Browser', 'Not?A_Brand'), 'Sample Browser, Windows'],
  ['hints without a brand', hints('Linux', 'Not A;Brand'), undefined],
  ['hints without a system', hints('', 'Chromium'), undefined],
  [
    'Firefox',
    { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    'Firefox, Linux',
  ],
  ['Safari', { userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}` }, 'Safari, macOS'],
  [
    'Safari by touch',
    { userAgent: `(Macintosh; Intel Mac OS X 10_15_7) ${safari}`, maxTouchPoints: 5 },
    'Safari, iPadOS',
  ],
  ['Safari of a phone', { userAgent: `(iPhone; CPU iPhone OS 18_0 like Mac OS X) ${safari}` }, 'Safari, iOS'],
  ['Firefox of a phone', { userAgent: '(Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0' }, 'Firefox, Android'],
  ['another browser', { userAgent: 'Sample/1.0 (Linux)' }, undefined],
])('a browser and its system are named as the browser tells by itself: %s', (_, facts, named) => {
  const found = readBrowser({ userAgent: '', maxTouchPoints: 0, ...facts });
  expect(found && `${found.browser}, ${found.system}`).toBe(named);
});
