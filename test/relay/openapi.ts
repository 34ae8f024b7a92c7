/** `docs/relay.openapi.yaml`: the relay's routes as a document, made from the table that it enforces. */
import { stringify } from 'yaml';
import { defaultRelayLimits, type RelayLimits } from '../../src/relay/limits/limits.ts';
import { routes, type QueryRule, type RelayRoute } from '../../src/relay/routes/routes.ts';
import type { RecordType } from '../../src/relay/ownership/records.ts';
import type { ObjectShape, Shape } from '../../src/relay/routes/shape.ts';
import { uuidPattern, wireProfiles } from '../../src/kit/wire.ts';
import { manifest } from '../package/consumer.ts';
import {
  answerHeaders,
  isChange,
  json,
  reference,
  refusalResponses,
  refusalsOf,
  type Json,
} from './openapi-answers.ts';

const idOf = (types: readonly RecordType[]): Json => ({
  type: 'string',
  pattern: `^(?:${types.join('|')}):${uuidPattern}$`,
});
const base64url = (bytes: number): Json => ({
  type: 'string',
  pattern: `^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}$`,
});

/** The schema of a value in a body. */
function schemaOf(shape: Shape): Json {
  if (shape.kind === 'object') return objectSchema(shape);
  return simpleSchemas[shape.kind](shape as never);
}

const simpleSchemas: {
  readonly [Kind in Exclude<Shape['kind'], 'object'>]: (shape: Extract<Shape, { kind: Kind }>) => Json;
} = {
  text: ({ max, pattern }) => ({
    type: 'string',
    maxLength: max,
    ...(pattern === undefined ? {} : { pattern: pattern.source }),
  }),
  'one-of': ({ values }) => ({ type: 'string', enum: values }),
  'some-of': ({ values }) => ({ type: 'array', maxItems: 16, items: { type: 'string', enum: values } }),
  amount: () => ({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  own: ({ types }) => ({ ...idOf(types), description: "The person's own." }),
  details: () => ({
    type: 'object',
    description: 'Plain names (256) and texts (1,000 characters), at most six levels deep, without an id of a record.',
  }),
};

function objectSchema({ fields, optional = {} }: ObjectShape): Json {
  const properties = Object.entries({ ...fields, ...optional }).map(
    ([name, shape]) => [name, schemaOf(shape)] as const,
  );
  const required = Object.keys(fields);
  return {
    type: 'object',
    additionalProperties: false,
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(required.length === 0 ? {} : { required }),
  };
}

function queryParameter([name, rule]: readonly [string, QueryRule], { scope }: RelayRoute): Json {
  const schema = rule.kind === 'own' ? idOf([rule.type]) : { type: 'string', pattern: rule.pattern.source };
  const choice =
    scope.includes(name) && scope.length > 1 ? `One of ${scope.join(' and ')} is required, or both.` : null;
  const own = rule.kind === 'own' ? "The person's own." : null;
  const description = [own, choice].filter((one) => one !== null).join(' ');
  return {
    name,
    in: 'query',
    required: scope.length === 1 && scope[0] === name,
    schema,
    ...(description === '' ? {} : { description }),
  };
}

/** Limits that a route counts against. */
function limitsOf(route: RelayRoute): readonly (keyof RelayLimits)[] {
  const isLookedUp =
    route.owner === 'look-up' ||
    route.body.some((shape) => /Card|ExternalAccount/.test(JSON.stringify(schemaOf(shape))));
  return [
    ...(isChange(route)
      ? (['changes', route.answeredBy === 'relay' ? 'challenges' : 'completions'] as const)
      : (['reads'] as const)),
    ...(isLookedUp ? (['ownerChecks'] as const) : []),
    ...(route.sendsCode ? (['codes'] as const) : []),
    ...(route.verifies ? (['verifications'] as const) : []),
  ];
}

function responsesOf(route: RelayRoute): Json {
  const refused = refusalsOf(route).map(({ status, name }) => [String(status), reference('responses', name)] as const);
  const success =
    route.answeredBy === 'relay'
      ? { '200': reference('responses', 'PasskeyChallenge') }
      : { '2XX': reference('responses', 'Answer') };
  return { ...success, ...Object.fromEntries(refused), default: reference('responses', 'ServiceRefusal') };
}

function operationOf(route: RelayRoute): Json {
  const { method, path, group, body, emptyBody, owner, query } = route;
  const words = path.split(/[^A-Za-z]+/).filter((word) => word !== '');
  const operationId = method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const owners = {
    none: '',
    identity: 'It is known from `identify`.',
    'look-up': 'The relay looks up whose it is, before.',
    answer: "The answer says whose it is; somebody else's is withheld.",
  };
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: idOf([name as RecordType]),
    description: `The person's own. ${owners[owner]}`.trim(),
  }));
  const headers = isChange(route) ? ['Origin', 'Request-Id', 'Idempotency-Key', ...signatureHeaders] : [];
  const parameters = [
    ...ids,
    ...Object.entries(query).map((parameter) => queryParameter(parameter, route)),
    ...headers.map((name) => reference('parameters', name)),
  ];
  const limits = limitsOf(route);
  const schemas = body.map(objectSchema);
  return {
    operationId,
    summary: `${method} ${path}`,
    tags: [group],
    parameters,
    ...(schemas.length === 0
      ? {}
      : {
          requestBody: {
            required: !emptyBody,
            description:
              'JSON exactly as `JSON.stringify` writes it, at most 65,536 bytes; what is sent to the service are these bytes.',
            content: { 'application/json': { schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas } } },
          },
        }),
    ...(isChange(route) && { 'x-stamped': route.stamped }),
    'x-limits': Object.fromEntries(limits.map((name) => [name, defaultRelayLimits[name]])),
    responses: responsesOf(route),
  };
}

const signatureHeaders = Object.values(wireProfiles).map(({ signatureHeader }) => signatureHeader);
const header = (name: string, schema: Json, description: string, required = false): Json => ({
  name,
  in: 'header',
  required,
  schema,
  description,
});

/** The document. */
export function openApiDocument() {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route);
  const text = { type: 'string' };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Countersign relay',
      version: manifest.version,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'All that a browser may ask of the relay. A path, method, parameter, header or field that is not here is refused, and nothing of it reaches the service. docs/relay-reference.md says why.',
    },
    servers: [{ url: '/wallet', description: 'The path at which the relay is mounted, on the origin of the pages.' }],
    security: [{ platformSession: [] }],
    tags: [
      { name: 'wallet', description: 'On unless `groups` says otherwise.' },
      { name: 'addresses', description: 'Off unless `groups` names it: decides where codes are sent.' },
      { name: 'payments', description: 'Off unless `groups` names it.' },
      { name: 'authorizations', description: 'Off unless `groups` names it: releases payments that wait for a code.' },
      {
        name: 'export',
        description: 'Off unless `groups` of a wallet page names it: hands out what the wallet is made of.',
      },
    ],
    paths,
    components: {
      securitySchemes: {
        platformSession: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description: "Stands for whatever the platform's `identify` reads: a cookie, or the Authorization header.",
        },
      },
      parameters: {
        Origin: header('Origin', text, "One of the relay's `origins`; browsers send it with every change.", true),
        'Request-Id': header(
          'Request-Id',
          { type: 'string', pattern: '^[A-Za-z0-9:_-]{1,128}$' },
          'Of a stamped request: the id from the 202.',
        ),
        'Idempotency-Key': header(
          'Idempotency-Key',
          { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
          "One for each intent. The service gets the SHA-256 of the person's id and it.",
        ),
        ...Object.fromEntries(
          Object.values(wireProfiles).map(({ name, signatureHeader }) => [
            signatureHeader,
            header(
              signatureHeader,
              { type: 'string', pattern: '^[A-Za-z0-9_-]{1,2048}$' },
              `The stamp, in the profile \`${name}\`.`,
            ),
          ]),
        ),
      },
      headers: {
        'X-Request-Id': {
          description: "The relay's own id of the request.",
          required: true,
          schema: { type: 'string', format: 'uuid' },
        },
        'Cache-Control': { required: true, schema: { type: 'string', const: 'no-store' } },
        'Relay-Refusal': {
          description: 'The relay refused, and sent nothing to the service.',
          schema: { type: 'string', const: 'not-forwarded' },
        },
        'Relay-Next-Step': { description: 'A setting is wrong.', schema: { type: 'string', const: 'configure' } },
        'Relay-Payee': {
          description:
            'The person has neither paid nor confirmed the account that was read; told below a wallet page, and where `recentSignInMs` names `firstPaymentToPayee`.',
          schema: { type: 'string', const: 'new' },
        },
        'Retry-After': { description: 'Seconds.', schema: { type: 'string', pattern: '^\\d+$' } },
      },
      responses: {
        Answer: {
          description: "The service's answer: its status and its JSON, which may be none.",
          headers: answerHeaders,
          ...json({}),
        },
        PasskeyChallenge: {
          description: 'A challenge, bound to the person.',
          headers: answerHeaders,
          ...json(reference('schemas', 'PasskeyChallenge')),
        },
        ServiceRefusal: {
          description: "The service's refusal or failure, by its own code.",
          headers: answerHeaders,
          ...json(reference('schemas', 'ServiceRefusal')),
        },
        ...refusalResponses(),
      },
      schemas: {
        ServiceCode: { type: 'string', pattern: '^(?!RELAY_)[A-Z][A-Z0-9_]{1,63}$' },
        Refusal: {
          type: 'object',
          properties: { status: { type: 'integer' }, code: text, message: text, details: { type: 'object' } },
          required: ['status', 'code', 'message'],
          additionalProperties: false,
        },
        ServiceRefusal: {
          allOf: [reference('schemas', 'Refusal'), { properties: { code: reference('schemas', 'ServiceCode') } }],
        },
        PasskeyChallenge: {
          type: 'object',
          properties: {
            challenge: {
              ...base64url(32),
              description: '32 random bytes; serves both legs of one request, within five minutes.',
            },
            expiresAt: { type: 'string', format: 'date-time' },
            userHandle: { ...base64url(32), description: "The account's WebAuthn user handle." },
          },
          required: ['challenge', 'expiresAt', 'userHandle'],
          additionalProperties: false,
        },
      },
    },
  };
}

/** The document as YAML. */
export function openApiYaml(): string {
  const head = '# Made from src/relay/routes/routes.ts by `npm run docs`.\n';
  return head + stringify(openApiDocument(), { lineWidth: 140, aliasDuplicateObjects: false });
}
