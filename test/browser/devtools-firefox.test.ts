import { firefox } from 'playwright';
import { firefoxLaunch } from '../engines/launch.mjs';
import { describeInspector } from './devtools.ts';

describeInspector(() => firefox.launch(firefoxLaunch() ?? {}));
