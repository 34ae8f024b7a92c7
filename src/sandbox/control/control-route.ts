/** What a call of the control plane is: a row of method, path, schemas of what comes, and a handler. */
import type * as v from 'valibot';
import type { PathIds } from '../http/path-ids.ts';
import type { Reply } from '../http/route.ts';

/** One call of a handler. */
export interface ControlCall<Query, Body> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** The body as received. */
  readonly text: string;
  /** Origin that the call was sent to. */
  readonly origin: string;
}

/** A row of the control plane's table. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path template under `/_sandbox`. */
  readonly path: string;
  /** The record type of each id in the path. */
  readonly ids: PathIds;
  readonly query: v.GenericSchema | null;
  /** Schema of the JSON body; null where only an empty body or `{}` is accepted. */
  readonly body: v.GenericSchema | null;
  /** Whether webhooks that are due are delivered first. */
  readonly deliversFirst: boolean;
  readonly handle: (call: ControlCall<never, never>) => Reply | Promise<Reply>;
}

/** A row as it is written down: what is left out is empty. */
export interface ControlRouteDefinition<Query, Body> {
  readonly method: ControlRoute['method'];
  readonly path: string;
  readonly ids?: PathIds;
  readonly query?: v.GenericSchema<unknown, Query>;
  readonly body?: v.GenericSchema<unknown, Body>;
  readonly deliversFirst?: true;
  readonly handle: (call: ControlCall<Query, Body>) => Reply | Promise<Reply>;
}

/** Completes a row; its handler sees what its schemas give. */
export function controlRoute<Query = undefined, Body = undefined>(
  row: ControlRouteDefinition<Query, Body>,
): ControlRoute {
  return Object.freeze({ ids: {}, query: null, body: null, deliversFirst: false, ...row });
}
