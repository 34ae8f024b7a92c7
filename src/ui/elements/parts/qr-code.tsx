/** @jsxImportSource preact */
/** QR codes, drawn as an image of one path: a page's policy needs to allow no image. A file of its own, which a press loads. */
import type { VNode } from 'preact';
import { encode } from 'uqr';

/** Draws a text as a code that a phone's camera reads, black on white in every theme, with the margin that scanners need. */
export function qrCode(text: string, name: string): VNode {
  const { data, size } = encode(text, { border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      class="code"
      part="code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={name}
      shape-rendering="crispEdges"
    >
      <path d={dark.join('')} />
    </svg>
  );
}
