/** Your back-end, as the page calls it. */
import type { CurrencyAmount, Quote } from 'countersign';

export interface Account {
  readonly accountId: string;
  readonly customerId: string;
  readonly balance: CurrencyAmount;
}

/** A quote, or why there is none. */
export type Quoted =
  | { readonly quote: Quote }
  | { readonly refusal: { readonly status: number; readonly code: string } };

export const account = () => call<Account>('GET', 'account');
export const fund = () => call<unknown>('POST', 'fund');
export const quote = (amount: number) => call<Quoted>('POST', 'quote', { amount });

/** An amount as a person types it, such as 25.50, in the smallest unit. */
export const toAmount = (text: string, { currency }: CurrencyAmount) =>
  Math.round(Number(text) * 10 ** currency.decimals);

async function call<Answer>(method: string, name: string, body?: object): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`/api/${name}`, { method, headers, body: body && JSON.stringify(body) });
  // With SAMPLE_LOGIN: nobody is logged in.
  if (response.status === 401) location.assign('/login');
  if (!response.ok) throw new Error(`${name} was answered with ${response.status}`);
  return response.json() as Promise<Answer>;
}
