/** Puts values into a text with placeholders, such as `{name}`. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** The same with parts that are drawn. */
export function fillParts<Part>(text: string, parts: Readonly<Record<string, Part>>): readonly (string | Part)[] {
  return text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : (parts[part] ?? part)));
}

/** Whole seconds as `m:ss`. */
export function formatSeconds(seconds: number): string {
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
}
