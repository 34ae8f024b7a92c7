/** The text of the files below demo/code, which is loaded when somebody asks for it. */

const texts = import.meta.glob<string>('../code/*', { query: '?raw', import: 'default', eager: true });

/** The lines of a step, plain and for React. */
export function codeOf(name: string): { readonly plain: string; readonly react: string } {
  return { plain: texts[`../code/${name}.ts`] ?? '', react: texts[`../code/${name}.tsx`] ?? '' };
}
