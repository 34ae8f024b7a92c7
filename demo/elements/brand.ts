/** A brand's accent, made readable in light and in dark. */

/** A colour for each scheme: light, dark. */
type Pair = readonly [light: string, dark: string];

const surfaces: Pair = ['#ffffff', '#131917'];
const ends: Pair = ['#000000', '#ffffff'];

const channels = (hex: string): readonly number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

function mix(from: string, to: string, share: number): string {
  const other = channels(to);
  const mixed = channels(from).map((value, index) => Math.round(value + ((other[index] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours (WCAG 2.2, 1.4.3). */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The colours that follow from an accent: it is darkened in light, and lightened in dark, until it can be read on its own soft colour. */
export function brandOf(accent: string): Readonly<Record<'accent' | 'accent-text' | 'accent-soft', Pair>> {
  const [light, dark] = [0, 1].map((scheme) => {
    const [surface, end] = [surfaces[scheme] ?? '', ends[scheme] ?? ''];
    const steps = Array.from({ length: 51 }, (_, step) => mix(accent, end, step / 50));
    const withSoft = steps.map((colour) => ({ colour, soft: mix(surface, colour, 0.12) }));
    return withSoft.find(({ colour, soft }) => contrast(colour, soft) >= 4.5) ?? { colour: end, soft: surface };
  }) as [{ colour: string; soft: string }, { colour: string; soft: string }];
  return {
    accent: [light.colour, dark.colour],
    // An accent that can be read on the surface carries text in the surface's colour.
    'accent-text': surfaces,
    'accent-soft': [light.soft, dark.soft],
  };
}
