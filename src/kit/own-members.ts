/** Copies of what callers hand in. */

/**
 * Copies the own members of an object into a frozen one without a prototype. Ignores inherited and later changes; reads each getter once.
 */
export function copyOwn<Members extends object>(members: Members): Members {
  return Object.freeze(Object.assign(Object.create(null) as Members, members));
}
