/** Runs every flow and every request example against a sandbox, and keeps what was sent and answered. */
import type { ContractMonth } from '../../sandbox/src/service/contracts/contract-form.ts';
import { openClient, type ContractClient, type RecordedCall } from './client.ts';
import { compare, type Comparison, type ContractFacts } from './compare.ts';
import { refusedExamples } from './examples.ts';
import { cards, platform } from './flows/cards.ts';
import { logins, passkeys } from './flows/login.ts';
import { arrivals, exchanges, lookUps, strongAuthentication, withdrawals } from './flows/payments.ts';
import { accounts, people } from './flows/people.ts';

const flows: readonly ((client: ContractClient) => Promise<void>)[] = [
  people,
  accounts,
  logins,
  passkeys,
  withdrawals,
  exchanges,
  lookUps,
  strongAuthentication,
  arrivals,
  cards,
  platform,
];

/** The comparison of a profile's sandbox with its facts. */
export interface Observation extends Comparison {
  readonly examples: { readonly accepted: number; readonly total: number };
}

/** Runs the flows of a profile, in a form of its contract, and compares what they saw with the facts. */
export async function observe(
  profile: 'spec' | 'grid',
  facts: ContractFacts,
  contract?: ContractMonth,
): Promise<Observation> {
  const options = contract === undefined ? { profile } : { profile, contract };
  const calls: RecordedCall[] = [];
  const events: string[] = [];
  const stopped: string[] = [];
  for (const flow of flows) {
    const client = openClient({ ...options, fetch: () => Promise.resolve(new Response()) });
    try {
      await flow(client);
    } catch (error) {
      stopped.push(`the flow ${flow.name} stops: ${error instanceof Error ? error.message : String(error)}`);
    }
    calls.push(...client.calls);
    const { body } = await client.control('GET', '/webhooks');
    events.push(...(body as { readonly data: readonly { readonly text: string }[] }).data.map(({ text }) => text));
  }
  const compared = compare(facts, { calls, events });
  const { total, refused } = await refusedExamples(profile, facts, contract);
  const untouched = compared.untouched.map((key) => `${key}: no good answer`);
  const differences = [...compared.differences, ...untouched, ...refused, ...stopped].sort();
  return { ...compared, differences, examples: { accepted: total - refused.length, total } };
}
