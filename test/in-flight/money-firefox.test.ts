import { describeMoney } from './money.ts';

describeMoney('firefox');
