/** The name of this browser and its system, for the person who looks for it in a list. */

/** The members of `navigator` that are read; every browser lies a little in them, and nothing but a text depends on them. */
export interface BrowserFacts {
  readonly userAgent?: unknown;
  readonly userAgentData?: unknown;
  readonly maxTouchPoints?: unknown;
}

/** Names by what stands in the user agent; the first that fits. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Version\/.+Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** Browser and system; undefined where either isn't known. */
export function nameBrowser(facts: BrowserFacts): { readonly browser: string; readonly system: string } | undefined {
  const { userAgent, userAgentData, maxTouchPoints } = facts;
  if (typeof userAgent !== 'string') return undefined;
  const { brands } = Object(userAgentData) as { readonly brands?: unknown };
  const isBrave = Array.isArray(brands) && brands.some((one) => (Object(one) as { brand?: unknown }).brand === 'Brave');
  const browser = isBrave ? 'Brave' : nameIn(browsers, userAgent);
  const named = nameIn(systems, userAgent);
  // An iPad calls itself a Macintosh, which has no touch screen.
  const system = named === 'macOS' && typeof maxTouchPoints === 'number' && maxTouchPoints > 1 ? 'iPad' : named;
  return browser === undefined || system === undefined ? undefined : { browser, system };
}

function nameIn(names: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  return names.find(([sign]) => sign.test(text))?.[1];
}
