import { describeCodeEntry } from './code-entry.ts';

describeCodeEntry('firefox');
