import { describeSessions } from './sessions.ts';

describeSessions('chromium');
