/** The browser that shows the page, and its system, by their own names. */

/** The members of `navigator` that tell; Firefox and Safari have no `userAgentData`. */
export interface BrowserFacts {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
  readonly userAgentData?: { readonly brands: readonly { readonly brand: string }[]; readonly platform: string };
}

const systems: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/iPhone/, 'iOS'],
  [/iPad/, 'iPadOS'],
  [/Mac OS X/, 'macOS'],
  [/Android/, 'Android'],
  [/Linux/, 'Linux'],
];

/** Reads both; undefined where one isn't known. */
export function readBrowser(facts: BrowserFacts): { readonly browser: string; readonly system: string } | undefined {
  const { userAgent, maxTouchPoints, userAgentData } = facts;
  if (userAgentData !== undefined) {
    const brands = userAgentData.brands.map(({ brand }) => brand).filter((brand) => !/not.*brand/i.test(brand));
    const browser = brands.find((brand) => brand !== 'Chromium') ?? brands[0];
    const system = userAgentData.platform;
    return browser === undefined || system === '' ? undefined : { browser, system };
  }
  const browser = /\bFirefox\//.test(userAgent) ? 'Firefox' : /\bVersion\/.*\bSafari\//.exec(userAgent) && 'Safari';
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (!browser || system === undefined) return undefined;
  // An iPad says that it is a Mac, which has no touch screen.
  return { browser, system: system === 'macOS' && maxTouchPoints > 1 ? 'iPadOS' : system };
}
