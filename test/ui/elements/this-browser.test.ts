import { expect, test } from 'vitest';
import { nameBrowser } from '../../../src/ui/elements/parts/this-browser.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

test.for([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`, 'Edge on Windows'],
  [`${mac} ${webkit} Chrome/130.0.0.0 Safari/537.36 OPR/116.0.0.0`, 'Opera on macOS'],
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15`, 'Safari on macOS'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${webkit} CriOS/130.0 Safari/604.1`, 'Chrome on iPhone'],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/26.0 Chrome/122.0 Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/130.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
  ['a browser of its own', undefined],
  [undefined, undefined],
] as const)('%s is %s', ([userAgent, name]) => {
  const found = nameBrowser({ userAgent });
  expect(found && `${found.browser} on ${found.system}`).toBe(name);
});

test('an iPad that calls itself a Macintosh is told by its touch screen, and Brave by its brand', () => {
  const userAgent = `${mac} ${webkit} Version/17.5 Chrome/130.0.0.0 Safari/605.1.15`;
  expect(nameBrowser({ userAgent, maxTouchPoints: 5 })?.system).toBe('iPad');
  const userAgentData = { brands: [null, { brand: 'Brave', version: '130' }] };
  expect(nameBrowser({ userAgent, userAgentData, maxTouchPoints: 0 })).toEqual({ browser: 'Brave', system: 'macOS' });
});
