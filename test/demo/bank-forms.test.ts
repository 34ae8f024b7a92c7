import { createSandbox, type Sandbox } from 'countersign-sandbox';
import { describe, expect, test } from 'vitest';
import { findMistakes, toAccount, type BankValues } from '../../demo/page/bank-entry.ts';
import { bankForms, type BankField, type BankForm } from '../../demo/page/bank-forms.ts';
import { accountTypes } from '../../sandbox/src/service/contracts/spec-accounts.ts';
import type { FieldRule } from '../../sandbox/src/service/customers/account-types.ts';
import { sampleCustomer } from '../sample-customer.ts';

const forms = bankForms.map((form) => [form.place, form] as const);
const profiles = ['spec', 'grid'] as const;

interface Answer {
  readonly status: number;
  readonly body: { readonly id: string; readonly details: { readonly errors: readonly { readonly field: string }[] } };
}

/** Values that "Fill in sample details" puts into a form. */
function samplesOf({ fields }: BankForm): Map<string, string> {
  return new Map(fields.map(({ name, sample }) => [name, sample]));
}

const services = profiles.map((profile) => createSandbox({ profile }));
const customers = services.map(async (service) => (await post(service, '/customers', sampleCustomer)).body.id);

async function post({ fetch, clientId, clientSecret }: Sandbox, path: string, body: object): Promise<Answer> {
  const headers = { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`, 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(new Request(`http://127.0.0.1/2025-10-13${path}`, init));
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

/** Sends what the page sends. */
async function send(profile: (typeof profiles)[number], form: BankForm, values: BankValues): Promise<Answer> {
  const at = profiles.indexOf(profile);
  const [service, customerId] = [services[at], await customers[at]];
  if (service === undefined) throw new Error('no such profile');
  const account = { customerId, platformAccountId: crypto.randomUUID(), ...toAccount(form, values) };
  return post(service, '/customers/external-accounts', account);
}

/** The rule of the service for a field of the account itself; null for one of its holder. */
function ruleOf({ accountType }: BankForm, { name }: BankField): FieldRule | null {
  const [, field = '', more] = name.split('.');
  const variant = accountTypes[accountType]?.variants.find(({ fields }) => Object.hasOwn(fields, field));
  return more === undefined ? (variant?.fields[field] ?? null) : null;
}

/** A rule in the form's own terms. */
function inTheForm(rule: FieldRule): object {
  if ('pattern' in rule) return { pattern: rule.pattern.source };
  if ('shape' in rule) return { pattern: rule.shape.pattern.source };
  if ('enum' in rule) return { options: [...rule.enum].sort() };
  return {};
}

describe.for(forms)('the bank form of %s', ([, form]) => {
  test.for(profiles)('is accepted with its sample details: %s', async (profile) => {
    const values = samplesOf(form);
    expect(findMistakes(form, values)).toEqual([]);
    const { status, body } = await send(profile, form, values);
    expect(body).toMatchObject({ currency: form.currency, accountInfo: { accountType: form.accountType } });
    expect(status).toBe(201);
  });

  test('has the rule of the service at each field of the account', () => {
    for (const field of form.fields) {
      const rule = ruleOf(form, field);
      if (rule === null) continue;
      const own = {
        ...(field.pattern === undefined ? {} : { pattern: field.pattern.source }),
        ...(field.options === undefined ? {} : { options: field.options.map(([value]) => value).sort() }),
      };
      expect(own, field.name).toEqual(inTheForm(rule));
    }
  });

  test('says each missing field where the service would say it', async () => {
    for (const { name } of form.fields) {
      const values = samplesOf(form);
      values.set(name, '');
      expect(findMistakes(form, values).map(({ field }) => field)).toEqual([name]);
      const { status, body } = await send('spec', form, values);
      expect(status, name).toBe(400);
      const said = body.details.errors.map(({ field }) => field);
      expect(
        said.some((field) => name === field || name.endsWith(`.${field}`)),
        `${name}: ${said.join()}`,
      ).toBe(true);
    }
  });

  test('refuses a value that the service refuses', async () => {
    for (const { name, pattern } of form.fields) {
      if (pattern === undefined) continue;
      const values = samplesOf(form);
      values.set(name, '!');
      expect(findMistakes(form, values).map(({ field }) => field)).toEqual([name]);
      expect((await send('spec', form, values)).status, name).toBe(400);
    }
  });
});
