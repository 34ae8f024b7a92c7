/** Reads a body within a size limit, however long it is and however small its parts are. */
import type { Bytes } from '../../kit/encoding/index.ts';

/** Options of {@link readBytes}. */
export interface ReadBytesOptions {
  readonly maxBytes: number;
  /** Makes the error for a larger body. */
  readonly tooLarge: () => Error;
  /** Ends the waiting. */
  readonly race: <T>(work: Promise<T>) => Promise<T>;
}

/** Reads a body to its end. Its memory grows with the bytes, not with the number of parts. */
export async function readBytes(body: Request['body'], options: ReadBytesOptions): Promise<Bytes> {
  if (body === null) return new Uint8Array(0);
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  try {
    return await options.race(readAll(reader, options));
  } catch (cause) {
    // The sender may never end: the cancellation isn't waited for.
    reader.cancel().catch(() => undefined);
    throw cause;
  }
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { maxBytes, tooLarge }: ReadBytesOptions,
): Promise<Bytes> {
  let bytes: Bytes = new Uint8Array(0);
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes.slice(0, size);
    const next = size + value.length;
    if (next > maxBytes) throw tooLarge();
    if (next > bytes.length) {
      const room = new Uint8Array(Math.min(maxBytes, 2 * next));
      room.set(bytes);
      bytes = room;
    }
    bytes.set(value, size);
    size = next;
  }
}
