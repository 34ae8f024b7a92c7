/** Tools for tests of code that uses Countersign. */
export { createFixedClock, type FixedClock, type FixedClockOptions } from './fixed-clock.ts';
