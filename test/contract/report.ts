/** Compares a sandbox with facts that were just extracted, and words what differs, operation by operation. */
import type { Tally } from './compare.ts';
import { drawRequests } from './drawn.ts';
import { exceptions, refusals } from './exceptions.ts';
import { factsOfForm, type FormSources } from './forms.ts';
import { observe } from './observe.ts';

/** Number of requests drawn for each operation. */
const DRAWN = 20;

/** Output of the command. `isExpected`: every difference is a listed exception. */
export interface ContractReport {
  readonly text: string;
  readonly isExpected: boolean;
}

/** Runs the flows of profile `grid`, in the form of August, against the facts of a document. */
export async function reportOn(sources: FormSources): Promise<ContractReport> {
  const facts = factsOfForm('2026-08', sources);
  const { answers, requests, events, examples, differences } = await observe('grid', facts, '2026-08');
  const reasons = new Map(
    Object.entries(exceptions.grid).flatMap(([reason, list]) => list.map((difference) => [difference, reason])),
  );
  const unlisted = differences.filter((difference) => !reasons.has(difference));
  const drawn = await drawRequests('grid', facts, DRAWN, '2026-08');
  const words = Object.entries(refusals.grid);
  const refused = drawn.refused.filter((refusal) => !words.some(([, pattern]) => pattern.test(refusal)));
  const show = ({ valid, total }: Tally): string => `${String(valid)} of ${String(total)}`;
  const lines = [
    `${String(Object.keys(facts.operations).length)} operations are carried out, ${String(Object.keys(facts.others).length)} answered with 501`,
    `answers valid: ${show(answers)}`,
    `accepted requests valid: ${show(requests)}`,
    `webhooks valid: ${show(events)}`,
    `request examples accepted: ${String(examples.accepted)} of ${String(examples.total)}`,
    `drawn: ${String(drawn.valid)} valid requests, refused without a listed reason ${String(refused.length)}`,
    ...refused.map((refusal) => `! ${refusal}`),
    `drawn: ${String(drawn.forbidden)} forbidden requests, accepted ${String(drawn.accepted.length)}`,
    ...drawn.accepted.map((acceptance) => `! ${acceptance}`),
    `answers to what was drawn valid: ${show(drawn.answers)}, webhooks ${show(drawn.events)}`,
    `differences: ${String(differences.length)}, of which ${String(unlisted.length)} are no listed exception`,
    ...differences.map((difference) => {
      const reason = reasons.get(difference);
      return reason === undefined ? `! ${difference}` : `  ${difference} (${reason})`;
    }),
  ];
  const isExpected = unlisted.length + refused.length + drawn.accepted.length === 0;
  return { text: lines.join('\n'), isExpected };
}
