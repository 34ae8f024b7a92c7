/** The kit's errors in people's language: titles, texts and actions in English, German and Spanish. */
export { describe } from './describe.ts';
export type { Description, DescribeOptions } from './describe.ts';
export { de } from './de.ts';
export { en } from './en.ts';
export { es } from './es.ts';
export type { ActionKind, CompleteLocale, Locale, Message, MessageKey } from './locale.ts';
export type { Screens, ScreenTexts, TextsOf } from './screens/screens.ts';
