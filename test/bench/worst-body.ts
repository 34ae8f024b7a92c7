/** Bodies of 64 KiB that cost a relay the most to check: free details full of what a reader could undo. */
import { createRelay } from 'countersign/relay';
import { unlimited } from '../unlimited.ts';

const account = { customerId: 'Customer:00000001-0000-7000-8000-00000000000a', currency: 'USD' };
const origin = 'https://app.example.com';

/** Texts that fill the details, again and again. */
const texts: Readonly<Record<string, string>> = {
  'marks in descending order': '\u0315'.repeat(500) + '\u0334'.repeat(500),
  'marks in ascending order': '\u0334\u0323\u0300'.repeat(333),
  'ligatures of eighteen letters': '\ufdfa'.repeat(1000),
  'ligatures, escaped': `${'\ufdfa'.repeat(950)}%25252525252525`,
  'escapes of escapes': '%2525252525252525 '.repeat(55),
  'many short escapes': 'a%252525252541',
  'letters and spaces': `${'a'.repeat(40)}${' '.repeat(960)}`,
  'nothing, often': '',
};

function bodyOf(text: string): string {
  const each = new TextEncoder().encode(JSON.stringify(text)).length + 1;
  const list = Array.from({ length: Math.floor((65_536 - 200) / each) }, () => text);
  return JSON.stringify({ ...account, accountInfo: { list } });
}

/** Measures this process's own time for a request with each body, ms: the clock's time would hold other processes' share of the machine. */
export async function timeWorstBodies(rounds: number): Promise<Readonly<Record<string, readonly number[]>>> {
  const relay = createRelay({
    baseUrl: 'https://service.example.com',
    clientId: 'client',
    clientSecret: 'very-secret-secret',
    identify: () => ({ userId: 'user', customerId: account.customerId, accountIds: [] }),
    origins: [origin],
    groups: ['payments'],
    limits: unlimited,
    fetch: async () => Response.json({}),
  });
  const times: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [title, text] of Object.entries(texts)) {
      const headers = { Origin: origin, 'Content-Type': 'application/json' };
      const init = { method: 'POST', headers, body: bodyOf(text) };
      const request = new Request(`${origin}/customers/external-accounts`, init);
      const start = process.cpuUsage();
      const { status } = await relay(request);
      const { user, system } = process.cpuUsage(start);
      (times[title] ??= []).push((user + system) / 1000);
      if (status !== 200) throw new Error(`the relay refused ${title}: ${status}`);
    }
  }
  return times;
}
