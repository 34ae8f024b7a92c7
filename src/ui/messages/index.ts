/** The kit's errors in people's language: titles, texts and actions in English, German, Spanish, French and Portuguese. */
export { describe } from './describe.ts';
export type { Description, DescribeOptions } from './describe.ts';
export { de } from './de.ts';
export { en } from './en.ts';
export { es } from './es.ts';
export { fr } from './fr.ts';
export type { ActionKind, CompleteLocale, Locale, Message, MessageKey } from './locale.ts';
export { pt } from './pt.ts';
export type { Screens, ScreenTexts, TextsOf } from './screens/screens.ts';
