/** Paths as the request log has them, and the patterns that fault rules and expectations give for them. */
import * as v from 'valibot';

/** The version segment of the base URL, which the log leaves out. */
export const apiBasePath = '/2025-10-13';

/** The path of the control plane. */
export const controlBasePath = '/_sandbox';

/** Schema of a pattern. One that no request can fit is refused: `times: 0` would be met by it whatever was sent. */
export const pathPattern: v.GenericSchema<unknown, string> = v.pipe(
  v.string(),
  v.startsWith('/', 'This must begin with a slash, such as /quotes.'),
  v.check(
    (path) => !path.startsWith(`${apiBasePath}/`) && !path.includes('?'),
    `This is a path within the API: leave out ${apiBasePath} and the query.`,
  ),
);

/** Matches a path with a pattern, in which `*` stands for any run of characters but `/`. */
export function pathMatches(pattern: string, path: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]*')}$`).test(path);
}
