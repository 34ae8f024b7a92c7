/** By which code a card's change is refused; the other refusals are in cards.test.ts. */
import { describe, expect, test } from 'vitest';
import { namesOf } from '../../../test/contract/flows/cards.ts';
import { askForCard, issueCard } from './actions.ts';
import { openHolder, openSession } from './platform-client.ts';

const limit = { maxSpendPerTransaction: 1 };

describe.each([
  [
    'spec',
    ['CARD_ALREADY_CLOSED', 'CARD_ALREADY_CLOSED', 'CARD_ALREADY_CLOSED'],
    ['CARD_NOT_MUTABLE', 'CARD_NOT_MUTABLE'],
  ],
  [
    'grid',
    ['INVALID_STATE_TRANSITION', 'CARD_ALREADY_CLOSED', 'CARD_NOT_MUTABLE'],
    ['INVALID_STATE_TRANSITION', 'CARD_NOT_MUTABLE'],
  ],
] as const)('in %s', (profile, ofClosed, ofNew) => {
  test('a closed card is not opened, not closed again and has no limit to set', async () => {
    const { platform, holder, key } = await openSession({ profile });
    const { cardStatus } = namesOf(platform);
    const path = `/cards/${(await issueCard(platform, holder)).id}`;
    await platform.signed(key, 'PATCH', path, { [cardStatus]: 'CLOSED' });
    const answers = [];
    for (const change of [{ [cardStatus]: 'ACTIVE' }, { [cardStatus]: 'CLOSED' }, limit]) {
      answers.push(await platform.call('PATCH', path, change));
    }
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(ofClosed.map((code) => [409, code]));
  });

  test('a card that is still being made is not frozen and has no limit to set', async () => {
    const { platform, holder } = await openHolder({ profile });
    const { cardStatus } = namesOf(platform);
    const path = `/cards/${(await askForCard(platform, holder, { platformCardId: 'card-005' })).body.id}`;
    const answers = [];
    for (const change of [{ [cardStatus]: 'FROZEN' }, limit]) answers.push(await platform.call('PATCH', path, change));
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(ofNew.map((code) => [409, code]));
  });
});
