/** @jsxImportSource preact */
/** Names from elsewhere, which may hold characters that mislead a reader. */
import type { VNode } from 'preact';

// Sinhala and Persian names need the joiners between letters, Japanese ones the variants of characters.
const hidden =
  /((?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}])|(?![\u200c\u200d\p{VS}])[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800])/u;

/** A text in which characters that can't be seen, or turn what is beside them, stand as their code points. */
export function withHiddenMarked(text: string): (string | VNode)[] {
  return text
    .split(hidden)
    .map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        <mark part="hidden-character">
          [U+{(part.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]
        </mark>
      ),
    );
}
