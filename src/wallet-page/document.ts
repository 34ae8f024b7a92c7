/** The documents of the page: one for every link, which says nothing but what was checked, and one for what is refused. */
import { escapeHtml, printHtml, type HtmlParts } from './html.ts';
import type { PageLink } from './link.ts';
import type { PageAssets } from './node.ts';
import type { CheckedBrand, CheckedWalletPageOptions } from './options.ts';
import { refusalText } from './refusals.ts';

/** Options of {@link printDocument}. */
export interface PrintDocumentOptions {
  readonly options: CheckedWalletPageOptions;
  readonly assets: PageAssets;
}

/** Prints the document of a link. */
export function printDocument(link: PageLink, { options, assets }: PrintDocumentOptions): string {
  const { cardKeyPolicies } = options;
  const { apps, brand, environment, session, profile, enclaveKeys, exportKeys, relyingPartyId, identityProviders } =
    options;
  const { returnTo } = link;
  const app = returnTo === null ? undefined : apps.find(({ origin }) => origin === new URL(returnTo).origin);
  const data = {
    ...link,
    app: app?.name ?? brand.name,
    brand: { name: brand.name, ...(brand.logo === undefined ? {} : { logo: brand.logo }) },
    environment,
    session,
    profile,
    enclaveKeys,
    exportKeys,
    ...(cardKeyPolicies !== undefined && { cardKeyPolicies }),
    signIn: { relyingPartyId: relyingPartyId ?? null, providers: identityProviders },
  };
  return print({
    brand,
    assets,
    language: link.locale ?? 'en',
    title: brand.name,
    // No text of the block can end it.
    head: `<script id="wallet-page" type="application/json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script type="module" src="/assets/${assets.main}"></script>
${assets.ahead.map((name) => `<link rel="modulepreload" href="/assets/${name}">`).join('')}`,
    body: '',
  });
}

/** Prints what stands in place of a page; it repeats nothing of the link. */
export function printRefusal(accepted: string | null, { brand }: CheckedWalletPageOptions, assets: PageAssets): string {
  const { language, title, text } = refusalText('link', accepted);
  return print({
    brand,
    assets,
    language,
    title,
    head: '',
    body: `<header><h1>${escapeHtml(brand.name)}</h1></header><div class="content"><section><h2>${title}</h2><p>${text}</p></section></div>`,
  });
}

interface Parts extends HtmlParts {
  readonly brand: CheckedBrand;
  readonly assets: PageAssets;
}

function print({ brand, assets, language, title, head, body }: Parts): string {
  return printHtml({
    language,
    title,
    head: `<link rel="icon" href="${brand.logo ?? 'data:,'}">
<link rel="stylesheet" href="/assets/${assets.css}">
<link rel="stylesheet" href="/brand.css">
${head}`,
    body: `<main id="page">${body}</main>`,
  });
}

/** Prints the brand's style sheet. */
export function printBrand({ tokens }: CheckedBrand): string {
  const lines = Object.entries(tokens).map(([token, value]) => `  --countersign-${token}: ${value};\n`);
  return `:root {\n  color-scheme: light dark;\n${lines.join('')}}\n`;
}
