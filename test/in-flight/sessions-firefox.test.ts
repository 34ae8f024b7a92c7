import { describeSessions } from './sessions.ts';

describeSessions('firefox');
