/** Starts each engine: quiet, offline, without prompts. */
import { findEngine } from './find.mjs';

/** Features that Playwright turns off; Chromium heeds only the last list on its command line. */
const offInPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** Pages behind the address bar, which each new context would load: half of the CPU time of a short visit. */
const pagesOfTheBrowser = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Chromium itself asks about the fields of forms. */
const questionsOfTheBrowser = ['AutofillServerCommunication'];

/** Switches of Chromium: no sandbox (containers), no first-run page, no traffic of its own. */
const chromiumArgs = [
  `--disable-features=${[...offInPlaywright, ...pagesOfTheBrowser, ...questionsOfTheBrowser].join()}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Preferences of Firefox: `navigator.storage.persist()` answers instead of prompting, and nothing phones home. */
const firefoxUserPrefs = {
  'dom.storageManager.prompt.testing': true,
  'dom.storageManager.prompt.testing.allow': true,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};

/**
 * Options for `chromium.launch` of Playwright.
 * @returns {{ executablePath: string, args: string[] } | null} null where no Chromium is installed
 */
export function chromiumLaunch() {
  const executablePath = findEngine('chromium');
  return executablePath === null ? null : { executablePath, args: [...chromiumArgs] };
}

/**
 * Options for `firefox.launch` of Playwright. A stock Firefox speaks WebDriver BiDi; Playwright's own has its protocol.
 * @returns {{ executablePath: string, channel?: string, firefoxUserPrefs: Record<string, boolean> } | null} null
 * where no Firefox is installed
 */
export function firefoxLaunch() {
  const executablePath = findEngine('firefox');
  if (executablePath === null) return null;
  const channel = executablePath.includes('ms-playwright') ? {} : { channel: 'moz-firefox' };
  return { executablePath, ...channel, firefoxUserPrefs: { ...firefoxUserPrefs } };
}
