import { describeInspector } from './devtools.ts';

describeInspector('firefox');
