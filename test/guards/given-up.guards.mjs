/** Guards of what callers hear who give up, and of what they leave behind. */

const journey = 'test/journeys/pressed-twice.test.ts';
const record = 'src/wallet/action-record.ts';

/** @type {import('./run.mjs').Guard[]} */
export const guards = [
  {
    guard: 'an action that ends after its caller has given up stays on record for the next press',
    file: record,
    find: "end === 'done' && flight.tell()",
    replace: "end === 'done' && (flight.tell() || true)",
    test: journey,
    title: 'is told to the next press as done, and is not done again',
  },
  {
    guard: 'whoever gives up once the record of an action has ended hears its outcome',
    file: 'src/wallet/single-flight.ts',
    find: 'if (flight.isTold) return;',
    replace: '',
    test: journey,
    title: 'whose record has ended is told to whoever gives up in that moment',
  },
  {
    guard: 'an action that was given up before its stamp leaves no record, however it ends',
    file: record,
    find: "end === 'refused' || current.phase === 'open'",
    replace: "end === 'refused'",
    test: journey,
    title: 'leaves no record where it was given up before a stamp, and the service says that it was done before',
  },
  {
    guard:
      'a press joins what was under way when it was pressed, though that ends before the code of the press has loaded',
    file: 'src/wallet/run-signed.ts',
    find: 'atPress: context.atPress?.get(resource)',
    replace: 'atPress: context.flights.get(resource)',
    test: 'test/journeys/given-up.test.ts',
    title: 'a change of address that is pressed again when nothing but its end is left to tell is made once',
  },
];
