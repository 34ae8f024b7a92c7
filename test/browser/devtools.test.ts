import { chromium } from 'playwright';
import { chromiumLaunch } from '../engines/launch.mjs';
import { describeInspector } from './devtools.ts';

describeInspector(() => {
  const options = chromiumLaunch();
  if (options === null) throw new Error('these tests need Chromium: run npm test, which finds or installs one');
  return chromium.launch(options);
});
