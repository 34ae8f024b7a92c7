/**
 * What people and developers were once told or left with by mistake, as what is true instead, each with the tests that fail when it
 * comes back. Titles stand as in their files. `behaviours.test.ts` holds that they exist, and that a guard of `test/guards` breaks the
 * code of each part of the table and sees one of its tests fail.
 */
import { money } from './money.ts';
import { sessions } from './sessions.ts';
import { settings, words } from './told.ts';

/** Every behaviour, by what it is about. */
export const behaviours = { money, sessions, words, settings } as const;
