/** Texts of an element's errors: the descriptions, and English for a page that names no language. */
export { describe } from './describe.ts';
export { english } from './english.ts';
