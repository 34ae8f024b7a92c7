/** The frame of every document here: of the page, of what it refuses, and of what an entrance refuses. */

/** Parts of a document; the last two are HTML. */
export interface HtmlParts {
  readonly language: string;
  readonly title: string;
  readonly head: string;
  readonly body: string;
}

/** Prints a document. */
export function printHtml({ language, title, head, body }: HtmlParts): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
${head}
</head>
<body>${body}</body>
</html>
`;
}

/** Escapes a text between tags. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
