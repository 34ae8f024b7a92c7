import { describeMoney } from './money.ts';

describeMoney('chromium');
