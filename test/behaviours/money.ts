/** Money and actions. */
import { inFlight, of, type Behaviour } from './behaviour.ts';

/** What holds of them. */
export const money: readonly Behaviour[] = [
  {
    says: 'A paid quote that is pressed again, after its time or where a conflict can not be looked up, is never told to be unpaid.',
    tests: [
      of(
        'journeys/one-action',
        'that is pressed again after its five minutes %s is told to be paid',
        'is never told to have expired while the service can not be read',
        'whose conflict can not be looked up has an unknown outcome',
      ),
    ],
    inFlight: inFlight(
      'money',
      'a paid quote that is pressed in %s after its five minutes is told as paid',
      'a paid quote whose state can not be read is not told as refused',
    ),
  },
  {
    says: 'What may still happen is never told to have failed, whatever came after the stamp: an abort, a 429 or a 5xx.',
    tests: [
      of(
        'journeys/one-action',
        'and whose second sending ends with %s leaves the outcome unknown; it is found when it has arrived',
        'and that its caller gives up is told to be unknown, and goes on to its end',
        'is not told as undone when %s',
      ),
    ],
    inFlight: inFlight(
      'money',
      'a payment whose stamped request is late is of unknown outcome after %s, and is paid once',
    ),
  },
  {
    says: 'A refresh, in this tab or another, leaves what was stamped by the old key to be done.',
    tests: [
      of('journeys/one-action', 'is made once more for %s, and the person is not asked again'),
      of('session/revocations', 'is revoked when the stamps of this page have landed'),
    ],
    inFlight: inFlight('money', 'a payment that a refresh in another tab overtakes is made with the new key'),
  },
  {
    says: 'One action that two tabs have in flight is done once, and both are told so.',
    tests: [of('journeys/one-action', 'is done once for both while the stamp of the first is under way: %s')],
    inFlight: inFlight('money', '%s once when two tabs press at the same time, and both are told that it is done'),
  },
];
