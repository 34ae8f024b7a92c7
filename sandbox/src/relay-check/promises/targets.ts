/** Targets that two readers could read differently, and headers that must stay behind. */
import type { RelayPromise } from '../trial.ts';

/** A value that no header of the service may hold. */
const marker = 'relay-check-marker';
const strangers = [
  'Forwarded',
  'X-Forwarded-Host',
  'X-Forwarded-For',
  'X-HTTP-Method-Override',
  'X-Method-Override',
  'X-Original-URL',
  'X-Internal',
  'Proxy-Authorization',
  'Service-Client-Id',
];
const neverSent = ['cookie', 'origin', 'referer', 'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** Promises about reading a target and its headers. */
export const targets: readonly RelayPromise[] = [
  {
    says: 'an encoded, doubled or dotted path reaches no other path of the service',
    async check(trial) {
      const { path, subjects } = trial;
      const { user, other } = subjects;
      const funding = `sandbox/internal-accounts/${user.accountId}/fund`;
      const raw = (method: string, target: string, body?: unknown) => ({
        line: `${method} ${target}`,
        target: path + target,
        ...(body === undefined ? {} : { body }),
      });
      for (const request of [
        raw('POST', `/quotes/${user.quoteId}%2Fexecute`),
        raw('POST', `/quotes/${user.quoteId}%252Fexecute`),
        raw('POST', `/quotes/%2e%2e/${funding}`, { amount: 1 }),
        raw('GET', '/auth/credentials/%2E%2e/%2e%2E/customers'),
        raw('GET', '/quotes/%252e%252e/customers'),
        raw('GET', '/auth/../customers'),
        raw('GET', '/auth\\..\\customers'),
        raw('GET', `/quotes/${user.quoteId}%2f..%2f${other.quoteId}`),
        raw('GET', `/quotes/${user.quoteId.replace(':', '%3A')}`),
        raw('GET', `/quotes/${other.quoteId.replace(':', '%253A')}`),
        raw('GET', '//internal.example/customers'),
        raw('GET', `/quotes/${user.quoteId}/`),
        raw('GET', `/quotes/${user.quoteId};a=b`),
      ]) {
        await trial.refuses(request, { status: [400, 404, 405] });
      }
    },
  },
  {
    says: 'a target that names another host reaches no other host',
    async check(trial) {
      const { path, subjects } = trial;
      const own = `/auth/sessions?accountId=${subjects.user.accountId}`;
      for (const target of [
        `http://internal.example${path}${own}`,
        `http://client:secret@internal.example${path}${own}`,
        `//internal.example${path}${own}`,
        `/\\internal.example${path}${own}`,
      ]) {
        const exchange = await trial.send({ line: `GET ${target}`, target });
        // A proxy before the relay may take the path of such a target, and pass on what is then a read of their own.
        const elsewhere = exchange.calls.filter(({ line }) => line.replace('%3A', ':') !== `GET ${own}`);
        trial.holds(
          elsewhere.length === 0,
          exchange,
          `the service was asked ${elsewhere.map(({ line }) => line).join(', ')}`,
        );
        const { status } = exchange.answer;
        trial.holds(
          status === null || status === 200 || (status >= 400 && status < 500),
          exchange,
          `it was answered ${String(status)}`,
        );
      }
    },
  },
  {
    says: 'no header but the signature, Request-Id and Idempotency-Key reaches the service, beside the credentials of the platform',
    async check(trial) {
      const { user } = trial.subjects;
      const headers = Object.fromEntries(strangers.map((name) => [name, marker]));
      const other = trial.signatureHeader.startsWith('Grid') ? 'Service-Wallet-Signature' : 'Grid-Wallet-Signature';
      for (const line of [`GET /cards/${user.cardId}`, `POST /quotes/${user.quoteId}/execute`]) {
        const exchange = await trial.send({
          line,
          headers: { ...headers, [other]: marker, Connection: 'close, X-Internal', TE: 'trailers' },
        });
        trial.holds(exchange.calls.length > 0, exchange, 'the service was asked nothing');
        for (const call of exchange.calls) {
          const leaked = [...call.headers].filter(
            ([name, value]) => neverSent.includes(name) || value.includes(marker),
          );
          trial.holds(leaked.length === 0, exchange, `the service was sent ${leaked.map(([name]) => name).join(', ')}`);
          const isPlatform = call.headers.get('Authorization') === `Basic ${trial.basic}`;
          trial.holds(isPlatform, exchange, "the service was sent other credentials than the platform's");
        }
      }
    },
  },
  {
    says: 'a header that is sent twice, too long or malformed is refused',
    async check(trial) {
      const line = `POST /quotes/${trial.subjects.user.quoteId}/execute`;
      for (const headers of [
        { [trial.signatureHeader]: ['one', 'two'] },
        { [trial.signatureHeader]: 'A'.repeat(6000) },
        { 'Request-Id': 'a b' },
        { 'Idempotency-Key': 'one, two' },
      ]) {
        await trial.refuses({ line, headers }, { status: [400, 431] });
      }
    },
  },
  {
    says: "an Idempotency-Key is the person's own at the service: the same for each try, and never another's",
    async check(trial) {
      const { user, other } = trial.subjects;
      const headers = { 'Idempotency-Key': 'relay-check-key' };
      const keys: (string | null)[] = [];
      let last = await trial.send({ line: `POST /quotes/${user.quoteId}/execute`, headers });
      const keep = (): void => {
        const call = last.calls.find(({ line }) => line.endsWith('/execute'));
        keys.push(call?.headers.get('Idempotency-Key') ?? null);
      };
      keep();
      last = await trial.send({ line: `POST /quotes/${user.quoteId}/execute`, headers });
      keep();
      last = await trial.send({ line: `POST /quotes/${other.quoteId}/execute`, headers, by: 'other' });
      keep();
      const [first, again, theirs] = keys;
      trial.holds(typeof first === 'string' && first === again, last, 'two tries of one person have two keys, or none');
      const isOwn = typeof theirs === 'string' && theirs !== first;
      trial.holds(isOwn, last, "two people have the same key, or one gets the other's answer");
      trial.holds(!keys.includes('relay-check-key'), last, 'the key reached the service as it was sent');
    },
  },
];
