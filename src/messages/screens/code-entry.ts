/** Texts of `<countersign-code-entry>`. */

/** English. */
export const codeEntryEn = {
  title: 'Enter your code',
};

/** The texts of this screen, in any language. */
export type CodeEntryTexts = { readonly [Key in keyof typeof codeEntryEn]: string };

/** German. */
export const codeEntryDe: CodeEntryTexts = {
  title: 'Code eingeben',
};

/** Spanish. */
export const codeEntryEs: CodeEntryTexts = {
  title: 'Introduzca el código',
};
