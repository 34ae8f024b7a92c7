import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { casesOf } from '../properties.ts';
import { createDice, pick, spoil } from '../../sandbox/test/service/sampler.ts';
import { asJson, openClient } from './client.ts';
import type { ContractFacts } from './compare.ts';
import { factsOfForm } from './forms.ts';
import { openWallet } from './flows/people.ts';
import { sampleOf } from './sample.ts';

const count = casesOf(5000);

const sandboxes = [
  ['spec', 41],
  ['2026-08', 42],
  ['2026-10', 43],
] as const;

test.each(sandboxes)(
  'random requests drawn from the facts of %s, many of them spoilt, never end in a defect',
  async (form, seed) => {
    const text = readFileSync(new URL('facts/spec.json', import.meta.url), 'utf8');
    const { operations, types } = form === 'spec' ? (JSON.parse(text) as ContractFacts) : factsOfForm(form);
    const dice = createDice(seed);
    const defects: unknown[] = [];
    const client = openClient({
      ...(form === 'spec' ? { profile: form } : { profile: 'grid', contract: form }),
      fetch: () => Promise.resolve(new Response()),
      onError: (e) => defects.push(e),
    });
    const ids = new Map<string, string[]>();
    const learn = (value: unknown): void => {
      for (const [id = '', kind = ''] of (JSON.stringify(value) ?? '').matchAll(/([A-Z][A-Za-z]+):[0-9a-f-]{36}/g)) {
        ids.set(kind, [...(ids.get(kind) ?? []).slice(-20), id]);
      }
    };
    const anyId = (): string => pick(dice, [...ids.values()].flat()) ?? 'nothing';
    const names = Object.keys(operations);
    const statuses = new Map<number, number>();
    for (let sent = 0; sent < count; sent += 1) {
      if (sent % 2500 === 0) await openWallet(client, 1000 + sent).then(learn);
      const key = pick(dice, names) ?? '';
      const [method = '', template = ''] = key.split(' ');
      const path = template.replace(/\{\w+\}/g, () => (dice() < 0.05 ? 'nothing' : anyId()));
      const options = {
        types,
        includes: () => dice() < 0.5,
        pick: <Item>(items: readonly Item[]) => pick(dice, items),
        given: (name: string) => (/(?:Id|fundingSources)$/.test(name) && dice() < 0.9 ? anyId() : undefined),
      };
      const { body, query } = operations[key] ?? { body: null, query: {} };
      const drawn = body === null ? undefined : sampleOf(body, options);
      const wanted = sampleOf(query, options) as Record<string, string>;
      const search = new URLSearchParams(dice() < 0.3 ? wanted : {}).toString();
      const answer = await client.call(
        method,
        `${path}${search === '' ? '' : `?${search}`}`,
        asJson(drawn !== undefined && dice() < 0.4 ? spoil(drawn, dice) : drawn),
        key === 'POST /cards' ? { 'Idempotency-Key': `card-${String(sent)}` } : {},
      );
      learn(answer.body);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (dice() < 0.01) await client.advance(Math.floor(dice() * 60_000));
      if (sent % 1000 === 0) client.forget();
    }
    expect(defects).toEqual([]);
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
    expect(client.sandbox.audit()).toEqual([]);
    expect(statuses.get(200) ?? 0).toBeGreaterThan(count / 50);
  },
  3_600_000,
);
