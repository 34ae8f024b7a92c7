/** Objects without a prototype, on which another script can plant nothing. */

/** Makes a literal for the browser, and takes a copy where members may be missing inside. */
export function bare<Members extends object>(members: Members): Members {
  return Object.assign(Object.create(null) as Members, members);
}

/**
 * Copies the own members of an object into a frozen one without a prototype. Ignores inherited and later changes; reads each getter once.
 */
export function copyOwn<Members extends object>(members: Members): Members {
  return Object.freeze(bare(members));
}
