/** The route that a path with a typo may mean, and whether any route fits a pattern. */
import { pathMatches } from './path-pattern.ts';
import { invalidInput } from './refusal.ts';

const ID = ':id';
/** Characters of a path that are compared. */
const LONGEST = 200;
const segmentsOf = (path: string): string[] => path.split('/').slice(1);
const isParameter = (segment: string): boolean => segment.startsWith(':');

/** The template that is nearest to a path; undefined where none is near. */
export function nearestPath(path: string, templates: Iterable<string>): string | undefined {
  const given = segmentsOf(path.slice(0, LONGEST)).map((segment) => (/^[A-Za-z]+:./.test(segment) ? ID : segment));
  const ranked = [...templates].map((template) => {
    const parts = segmentsOf(template);
    const alike = parts.length === given.length;
    const shown = parts.map((part, at) => (isParameter(part) ? ((alike ? given[at] : ID) ?? ID) : part));
    return { template, distance: editDistance(given.join('/'), shown.join('/')) };
  });
  const [nearest] = ranked.sort((one, other) => one.distance - other.distance);
  return nearest !== undefined && nearest.distance <= Math.max(2, path.length / 3) ? nearest.template : undefined;
}

/** @throws Refusal 400 for a pattern of paths that no request to one of the templates could fit. */
export function requirePath(pattern: string | undefined, templates: readonly string[]): void {
  if (pattern === undefined) return;
  const wanted = segmentsOf(pattern);
  const fits = templates
    .map(segmentsOf)
    .some(
      (parts) =>
        parts.length === wanted.length &&
        parts.every((part, at) => isParameter(part) || pathMatches(wanted[at] ?? '', part)),
    );
  if (fits) return;
  const nearest = nearestPath(pattern, templates);
  const hint = nearest === undefined ? '' : ` The nearest is ${nearest.replace(/:\w+/g, '*')}.`;
  throw invalidInput([{ field: 'path', message: `No route has such a path.${hint}` }]);
}

// Levenshtein's: one row of the table at a time.
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let place = 0; place < from.length; place += 1) {
    const next = [place + 1];
    for (let at = 0; at < to.length; at += 1) {
      const replaced = (row[at] ?? 0) + (from[place] === to[at] ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
