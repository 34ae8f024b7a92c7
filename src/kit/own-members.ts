/** Copies of what callers hand in. */

/**
 * Copies the own members of an object into a frozen one without a prototype: what is inherited or changed later plays no part, and no
 * getter answers twice.
 */
export function copyOwn<Members extends object>(members: Members): Members {
  return Object.freeze(Object.assign(Object.create(null) as Members, members));
}
