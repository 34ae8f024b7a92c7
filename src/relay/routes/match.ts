/** Finds the route of a request by its literal path: nothing is decoded, so an encoded path matches no route. */
import type { RecordType } from '../ownership/records.ts';
import { RelayError } from '../relay-error.ts';
import { isInGroup, routes, type RelayGroup, type RelayRoute } from './routes.ts';
import { isRecordId, referenceTo, type IdReference } from './shape.ts';

/** A request's route, and the id that its path names. */
export interface RouteMatch {
  readonly route: RelayRoute;
  /** The service's path, built from the template and the checked id. */
  readonly path: string;
  readonly id: IdReference | null;
}

/** Finds a route, or null. */
export type RouteMatcher = (method: string, pathname: string) => RouteMatch | null;

const placeholder = /^\{(\w+)\}$/;

/** Creates a matcher for the routes of some groups; `more` are others that are on. */
export function createRouteMatcher(
  groups: readonly RelayGroup[],
  mountPath: string,
  more: readonly RelayRoute[] = [],
): RouteMatcher {
  const compiled = [...routes.filter((route) => groups.some((group) => isInGroup(route, group))), ...more].map(
    (route) => ({ route, segments: route.path.split('/') }),
  );

  return (method, pathname) => {
    if (!pathname.startsWith(`${mountPath}/`)) return null;
    const given = pathname.slice(mountPath.length).split('/');
    for (const { route, segments } of compiled) {
      if (route.method !== method || segments.length !== given.length) continue;
      const id = matchSegments(segments, given);
      if (id === undefined) continue;
      return { route, path: given.join('/'), id };
    }
    return null;
  };
}

/** Compares segment by segment: the id if the template has one, null without, undefined when they differ. */
function matchSegments(segments: readonly string[], given: readonly string[]): IdReference | null | undefined {
  let id: IdReference | null = null;
  for (const [index, segment] of segments.entries()) {
    const value = given[index] ?? '';
    const type = placeholder.exec(segment)?.[1] as RecordType | undefined;
    if (type === undefined) {
      if (segment !== value) return undefined;
    } else {
      if (!isRecordId(value, [type])) return undefined;
      id = referenceTo(value);
    }
  }
  return id;
}

/** A checked query: what to send, and the ids it names. */
export interface CheckedQuery {
  /** Rebuilt from the checked values; empty, or with its question mark. */
  readonly search: string;
  readonly references: readonly IdReference[];
}

/**
 * Checks a query against the route: known parameters, each once, each in its own form, and one of the scope. `inForms`: whether
 * the service's contract has several forms, which may know a parameter by other names.
 * @throws RelayError `RELAY_QUERY_INVALID`, `RELAY_SCOPE_REQUIRED`.
 */
export function checkQuery(route: RelayRoute, given: URLSearchParams, inForms: boolean): CheckedQuery {
  const references: IdReference[] = [];
  const checked = new URLSearchParams();
  for (const [name, value] of given) {
    const rule = Object.hasOwn(route.query, name) ? route.query[name] : undefined;
    if (rule === undefined || checked.has(name)) {
      throw new RelayError(
        'RELAY_QUERY_INVALID',
        `This route takes ${Object.keys(route.query).join(', ') || 'no query'}, each at most once.`,
        { status: 400 },
      );
    }
    const valid = rule.kind === 'own' ? isRecordId(value, [rule.type]) : rule.pattern.test(value);
    if (!valid) {
      const form = rule.kind === 'own' ? `must have the form ${rule.type}:<uuid>` : 'has an invalid value';
      throw new RelayError('RELAY_QUERY_INVALID', `${name} ${form}.`, { status: 400 });
    }
    if (rule.kind === 'own') references.push(referenceTo(value));
    const names = rule.kind === 'own' && inForms ? (rule.names ?? [name]) : [name];
    for (const each of names) checked.append(each, value);
  }
  if (route.scope.length > 0 && !route.scope.some((name) => checked.has(name))) {
    throw new RelayError('RELAY_SCOPE_REQUIRED', `${route.scope.join(' or ')} is required.`, { status: 400 });
  }
  const search = checked.toString();
  return { search: search === '' ? '' : `?${search}`, references };
}
