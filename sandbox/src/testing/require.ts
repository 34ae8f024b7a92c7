/** Refuses an argument that isn't an object, by name. */
export function requireObjectArgument(argument: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) throw new TypeError(`${argument} must be an object`);
}
