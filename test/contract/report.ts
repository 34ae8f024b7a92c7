/** Compares a sandbox with facts that were just extracted, and words what differs, operation by operation. */
import type { ContractFacts, Tally } from './compare.ts';
import { exceptions } from './exceptions.ts';
import { observe } from './observe.ts';

/** What the command prints, and whether every difference is a listed exception. */
export interface ContractReport {
  readonly text: string;
  readonly isExpected: boolean;
}

/** Runs the flows of profile `grid` against the facts of a document. */
export async function reportOn(facts: ContractFacts): Promise<ContractReport> {
  const { answers, requests, events, examples, differences } = await observe('grid', facts);
  const reasons = new Map(
    Object.entries(exceptions.grid).flatMap(([reason, list]) => list.map((difference) => [difference, reason])),
  );
  const unlisted = differences.filter((difference) => !reasons.has(difference));
  const show = ({ valid, total }: Tally): string => `${String(valid)} of ${String(total)}`;
  const lines = [
    `${String(Object.keys(facts.operations).length)} operations are carried out, ${String(Object.keys(facts.others).length)} answered with 501`,
    `answers valid: ${show(answers)}`,
    `requests valid: ${show(requests)}`,
    `webhooks valid: ${show(events)}`,
    `request examples accepted: ${String(examples.accepted)} of ${String(examples.total)}`,
    `differences: ${String(differences.length)}, of which ${String(unlisted.length)} are no listed exception`,
    ...differences.map((difference) => {
      const reason = reasons.get(difference);
      return reason === undefined ? `! ${difference}` : `  ${difference} (${reason})`;
    }),
  ];
  return { text: lines.join('\n'), isExpected: unlisted.length === 0 };
}
