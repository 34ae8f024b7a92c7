import { test } from 'vitest';
import { expectGenerated } from '../generated.ts';
import { knownAnswers } from './known-answers.ts';

test('the doctor knows the answers of each form as its facts have them', () => {
  expectGenerated('sandbox/src/doctor/known-answers.ts', knownAnswers());
});
