/** Services and relays that give back what they were sent, wherever an answer has room for it. */

/** Answers in place of the service, or with the service's own answer at hand. */
export type Hostility = (request: Request, send: (request: Request) => Promise<Response>) => Promise<Response>;

/** Makes what a hostile side says out of a request: its body and headers, and all that is known besides. */
export type Echo = (request: Request) => Promise<string>;

const refusing =
  (status: number, echo: Echo): Hostility =>
  async (request) => {
    const said = await echo(request);
    const words = said.split(/\s+/).filter((word) => word !== '');
    const errors = words.flatMap((word) => [
      { field: word, message: word },
      { field: 'code', message: `Not accepted: ${word}`, constraint: { format: word, pattern: word, enum: [word] } },
    ]);
    const body = {
      status,
      // A code that passes, so that what stands beside it is looked at too.
      code: status === 400 ? 'INVALID_INPUT' : (words.find((word) => /^\w{4,}$/.test(word)) ?? 'X'),
      message: said,
      details: { errors, said, words },
    };
    const headers = { 'Content-Type': 'application/json', 'X-Echo': encodeURIComponent(said).slice(0, 2000) };
    return new Response(JSON.stringify(body), { status, headers });
  };

/** Replaces every text of the true answer, or only the fields of one name. */
const lying =
  (echo: Echo, only?: string): Hostility =>
  async (request, send) => {
    const said = await echo(request.clone());
    const answer = await send(request);
    const text = await answer.text();
    if (text === '') return answer;
    const swapped = JSON.stringify(JSON.parse(text), (name, value: unknown) =>
      typeof value === 'string' && (only === undefined || name === only) ? said : value,
    );
    return new Response(swapped, { status: answer.status, headers: answer.headers });
  };

const blurting =
  (status: number, type: string, echo: Echo): Hostility =>
  async (request) =>
    new Response(await echo(request), { status, headers: { 'Content-Type': type } });

const throwing =
  (echo: Echo): Hostility =>
  async (request) => {
    const said = await echo(request);
    const cause = Object.assign(new Error(said), { request: { body: said }, code: said });
    throw Object.assign(new TypeError(said, { cause }), { name: said, config: { headers: [said] } });
  };

/** Every hostility, by name. `knowing` knows all secrets; `sent` only what a request holds. */
export function hostilities(knowing: Echo, sent: Echo): Readonly<Record<string, Hostility>> {
  const fields = ['nickname', 'type', 'id', 'requestId', 'createdAt', 'status', 'payloadToSign', 'expiresAt'];
  return {
    ...Object.fromEntries(
      [400, 401, 409, 429, 500].map((status) => [`refuses with ${status} and all it knows`, refusing(status, knowing)]),
    ),
    'answers all it knows as text': blurting(200, 'text/html', knowing),
    'answers all it knows as broken JSON': blurting(
      200,
      'application/json',
      async (request) => `{"a":"${await knowing(request)}`,
    ),
    'throws all it knows': throwing(knowing),
    'echoes what was sent in every field': lying(sent),
    ...Object.fromEntries(fields.map((field) => [`echoes what was sent as ${field}`, lying(sent, field)])),
  };
}
