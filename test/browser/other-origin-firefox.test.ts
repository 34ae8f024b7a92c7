import { describeOtherOrigin } from './other-origin.ts';

describeOtherOrigin('firefox');
