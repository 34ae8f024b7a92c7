import { describePolicy } from './content-security-policy.ts';

describePolicy('firefox');
