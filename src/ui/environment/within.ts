/** A time limit on something that may throw, reject or hang. */

/** Resolves with what `run` found, with `failed` where it throws or rejects, and with `late` after `timeoutMs`. Never rejects. */
export async function within<Found>(
  timeoutMs: number,
  run: () => Promise<Found> | Found,
  failed: Found,
  late: Found = failed,
): Promise<Found> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<Found>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, late);
  });
  try {
    return await Promise.race([run(), limit]);
  } catch {
    return failed;
  } finally {
    clearTimeout(timer);
  }
}
