/** Reads a link to the page: ids and a way back, each in its one form. */
import { isRecordId } from '../relay/visitors.ts';

type RecordType = Parameters<typeof isRecordId>[1][number];

/** A link's parts, checked. */
export interface PageLink {
  readonly page: 'home' | 'pay' | 'card' | 'sign-in-methods' | 'sessions' | 'payee' | 'export' | 'sign-out';
  readonly id: string | null;
  readonly to: string | null;
  readonly locale: string | null;
  /** The address to lead back to, as the browser will read it. */
  readonly returnTo: string | null;
}

interface PageRule {
  readonly page: PageLink['page'];
  /** The parameter that has the id, and its type. */
  readonly id?: readonly [name: string, type: RecordType];
}

const pages: Readonly<Record<string, PageRule>> = {
  '/': { page: 'home' },
  '/pay': { page: 'pay', id: ['quote', 'Quote'] },
  '/card': { page: 'card', id: ['card', 'Card'] },
  '/sign-in-methods': { page: 'sign-in-methods' },
  '/sessions': { page: 'sessions' },
  '/payee': { page: 'payee', id: ['account', 'ExternalAccount'] },
  '/sign-out': { page: 'sign-out' },
  '/export': { page: 'export', id: ['account', 'InternalAccount'] },
};

const known = ['quote', 'card', 'account', 'to', 'locale', 'return'];

/** Options of {@link readLink}. */
export interface ReadLinkOptions {
  readonly apps: readonly string[];
  /** Whether there is a page for exports. */
  readonly exports: boolean;
}

/** Reads a link; null where there is no such page, `refused` where its parameters aren't those of the page. */
export function readLink({ pathname, searchParams }: URL, options: ReadLinkOptions): PageLink | 'refused' | null {
  const rule = Object.hasOwn(pages, pathname) ? pages[pathname] : undefined;
  if (rule === undefined || (rule.page === 'export' && !options.exports)) return null;
  // Two parameters of a name could be read as one or as the other. Those of others, such as an analytics' own, are read by nobody.
  if (known.some((name) => searchParams.getAll(name).length > 1)) return 'refused';
  const [idName = '', idType] = rule.id ?? [];
  const id = idType === undefined ? null : searchParams.get(idName);
  if (idType !== undefined && !isRecordId(id ?? '', [idType])) return 'refused';
  const to = rule.page === 'card' ? searchParams.get('to') : null;
  if (to !== null && !/^(?:frozen|active|closed)$/.test(to)) return 'refused';
  const locale = searchParams.get('locale');
  if (locale !== null && !/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/.test(locale)) return 'refused';
  const wish = searchParams.get('return');
  const returnTo = wish === null ? null : readReturn(wish, options.apps);
  if (wish !== null && returnTo === null) return 'refused';
  return { page: rule.page, id, to, locale, returnTo };
}

// Browsers mend a backslash before the query, and leave one in it.
const addressPattern = /^https?:\/\/[\x21-\x5b\x5d-\x7e]+(?:[?#][\x21-\x7e]*)?$/;

/** The names that the page puts into the query of the way back. */
const returnNames = ['wallet-outcome', 'wallet-id'];

/** An address of an app, or null: an allowed origin is compared as the browser reads it, and nothing that browsers mend is taken. */
function readReturn(wish: string, apps: readonly string[]): string | null {
  if (wish.length > 2048 || !addressPattern.test(wish) || !URL.canParse(wish)) return null;
  const { origin, username, password, href, searchParams } = new URL(wish);
  // The app couldn't tell its own from what the page puts there.
  if (returnNames.some((name) => searchParams.has(name))) return null;
  return apps.includes(origin) && username === '' && password === '' ? href : null;
}
