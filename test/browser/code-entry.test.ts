import { describeCodeEntry } from './code-entry.ts';

describeCodeEntry('chromium');
