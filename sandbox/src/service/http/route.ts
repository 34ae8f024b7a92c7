/** Routes of the API and of the control plane: rows of method, path, schemas of the request, and a handler. */
import type * as v from 'valibot';
import type { PathIds } from './path-ids.ts';
import type { Service } from '../service/service.ts';

/** The methods of the service. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Parts of a request that a handler may need beside the parsed ones. */
export interface IncomingRequest {
  readonly method: string;
  /** Path below the plane's own, without the version segment. */
  readonly path: string;
  /** Origin that the request was sent to. */
  readonly origin: string;
  /** The body as received, for comparing the two legs of a signed retry. */
  readonly text: string;
  readonly signature: string | null;
  /** The header of a stamp in another profile, where it was sent. */
  readonly foreignHeader: string | null;
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}

/** Facts of a signature for the request log: the key of an accepted one, the reason of a refused one. */
export interface SignatureNote {
  signedBy?: string;
  refusal?: string;
}

/** One call of a handler. */
export interface Call<Query, Body> {
  readonly service: Service;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly request: IncomingRequest;
  readonly note: SignatureNote;
}

/** Answer of a handler; without a body nothing is sent. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Work of a handler after its request's turn: others take theirs meanwhile. */
export interface LateReply {
  readonly later: () => Promise<Reply>;
}

/** A row of a route table. */
export interface SandboxRoute {
  readonly method: Method;
  /** Path template below the plane's own: `/quotes/:quoteId/execute`. */
  readonly path: string;
  /** The record type of each id in the path. */
  readonly ids: PathIds;
  readonly query: v.GenericSchema | null;
  /** Names of the query parameters that may occur more than once: the schema gets a list of each. */
  readonly repeatable: readonly string[];
  /** Schema of the JSON body; null where only an empty body or `{}` is accepted. */
  readonly body: v.GenericSchema | null;
  /** Whether the route honours `Idempotency-Key`. */
  readonly idempotent: boolean;
  readonly handle: (call: Call<never, never>) => Reply | LateReply | Promise<Reply>;
}

/** A row as it is written down: what is left out is empty. */
export interface RouteDefinition<Query, Body> {
  readonly method: Method;
  readonly path: string;
  readonly ids?: PathIds;
  readonly query?: v.GenericSchema<unknown, Query>;
  readonly repeatable?: readonly string[];
  readonly body?: v.GenericSchema<unknown, Body>;
  readonly idempotent?: boolean;
  readonly handle: (call: Call<Query, Body>) => Reply | LateReply | Promise<Reply>;
}

/** Completes a row; its handler sees what its schemas give. */
export function route<Query = undefined, Body = undefined>(row: RouteDefinition<Query, Body>): SandboxRoute {
  return Object.freeze({ ids: {}, query: null, repeatable: [], body: null, idempotent: false, ...row });
}
