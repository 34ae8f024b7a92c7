/** Which of this browser's keys signed which quote: public keys, kept for as long as the tab. */

/** Remembers who signed what. */
export interface SignedHere {
  /** Notes that a quote's payload was signed and sent; `publicKeyHex` is compressed. */
  note(quoteId: string, publicKeyHex: string): void;
  /** The key that signed a quote in this tab, or null. */
  keyOf(quoteId: string | undefined): string | null;
}

const storedAs = 'signed-here';
const mostKept = 50;

/** Makes the memory over the tab's storage; without one it lasts as long as the page. */
export function createSignedHere(storage: Pick<Storage, 'getItem' | 'setItem'> | null = tabStorage()): SignedHere {
  let signed = read(storage);
  return Object.freeze({
    note(quoteId: string, publicKeyHex: string): void {
      signed = [...signed.filter(([id]) => id !== quoteId), [quoteId, publicKeyHex] as const].slice(-mostKept);
      try {
        storage?.setItem(storedAs, JSON.stringify(signed));
      } catch {
        // A full storage costs a line on a slip.
      }
    },
    keyOf: (quoteId: string | undefined): string | null => signed.find(([id]) => id === quoteId)?.[1] ?? null,
  });
}

function read(storage: Pick<Storage, 'getItem'> | null): readonly (readonly [string, string])[] {
  try {
    const found: unknown = JSON.parse(storage?.getItem(storedAs) ?? '[]');
    return Array.isArray(found) ? found.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is readonly [string, string] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && /^0[23][0-9a-f]{64}$/.test(String(entry[1]));
}

function tabStorage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
