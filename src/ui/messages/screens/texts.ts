/** The type that the files of the screens share. */

/** The texts of a screen in any language, by the names of the English ones. */
export type TextsOf<English> = { readonly [Name in keyof English]: string };
