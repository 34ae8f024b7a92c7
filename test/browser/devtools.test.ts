import { describeInspector } from './devtools.ts';

describeInspector('chromium');
