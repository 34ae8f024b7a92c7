/** The visitor's language: its texts, and those of the wallet, are loaded for it alone. English stands in the page itself. */

import type { Locale } from 'countersign/messages';
import type { texts as german } from '../languages/de.ts';

/** A text of the page, in English. */
export type Text = keyof typeof german;

/** The texts of one language. */
export type Texts = Readonly<Record<Text, string>>;

/** The languages, each by its own name; all are written from left to right. */
export const languages = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', pt: 'Português' } as const;

/** A language of the page. */
export type Language = keyof typeof languages;

interface Loaded {
  readonly texts: Texts;
  readonly locale: Locale;
}

const files: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Loaded>>> = {
  de: () => import('../languages/de.ts'),
  es: () => import('../languages/es.ts'),
  fr: () => import('../languages/fr.ts'),
  pt: () => import('../languages/pt.ts'),
};

const kept = 'demo:language';
let language: Language = 'en';
let loaded: Loaded | undefined;

/** The language that is shown. */
export const currentLanguage = (): Language => language;

/** The wallet's texts in that language; undefined for English, which the elements have themselves. */
export const walletLocale = (): Locale | undefined => loaded?.locale;

/** A text in that language, with its values. */
export function translate(text: Text, values: Readonly<Record<string, string>> = {}): string {
  return (loaded?.texts[text] ?? text).replaceAll(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole);
}

/** Loads a language, and shows it from the next drawing on. */
export async function speak(wanted: Language): Promise<void> {
  loaded = wanted === 'en' ? undefined : await files[wanted]();
  language = wanted;
  Object.assign(document.documentElement, { lang: wanted, dir: 'ltr' });
}

/** Speaks a language that was chosen here, also after a reload. */
export async function choose(wanted: Language): Promise<void> {
  await speak(wanted);
  localStorage.setItem(kept, wanted);
}

/** Begins in the chosen language, or the first one of the browser that there is; in English where it doesn't load. */
export async function speakOwn(): Promise<void> {
  try {
    const wanted = [localStorage.getItem(kept) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2));
    await speak(wanted.find((tag): tag is Language => Object.hasOwn(languages, tag)) ?? 'en');
  } catch {
    // The page works without its translation.
  }
}
