/** Finds the code in what a person typed or pasted. */

/** The six digits of a text that holds just one such code, or null: `000 000`, full-width digits, a whole message. */
export function readCode(text: string): string | null {
  const plain = text.normalize('NFKC');
  const found = plain.match(/(?<![\d])\d(?:[ \u00a0-]?\d){5}(?![\d])/g) ?? [];
  const codes = new Set(found.map((code) => code.replaceAll(/\D/g, '')));
  return codes.size === 1 ? ([...codes][0] ?? null) : null;
}
