import { describeEntrance } from './entrance-attempts.ts';

describeEntrance('firefox');
