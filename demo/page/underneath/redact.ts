/** Turns a request's or an answer's JSON into lines that are safe to show: every field's name, few fields' values. */

/** One field of a body; `value` is null where it is withheld. */
export interface ShownField {
  readonly name: string;
  readonly value: string | null;
}

// A value is shown only if its field is listed: a field that nobody thought of stays hidden.
const shownFields = new Set([
  'accountId', 'accountType', 'advanceMs', 'advancedMs', 'amount', 'beneficiaryType', 'cardholderId', 'code', 'createdAt',
  'currency', 'customerId', 'decimals', 'destinationType', 'direction', 'exchangeRate', 'expiresAt', 'feesIncluded',
  'field', 'form', 'funded', 'fundingSources', 'hasMore', 'id', 'kycStatus', 'lockedCurrencyAmount', 'lockedCurrencySide',
  'message', 'quoteId', 'settledAt', 'sourceType', 'state', 'status', 'totalCount', 'totalReceivingAmount',
  'totalSendingAmount', 'transactionId', 'type', 'updatedAt',
]); // prettier-ignore

const mostLines = 40;
const longestValue = 80;

/** Lists the fields of a JSON value by dotted path; of a list of records only the first is read. */
export function redact(body: unknown): readonly ShownField[] {
  const lines: ShownField[] = [];
  read(body, '', '', lines);
  return lines;
}

function read(value: unknown, path: string, field: string, lines: ShownField[]): void {
  if (lines.length >= mostLines) return;
  if (Array.isArray(value)) {
    if (value.some((item) => typeof item === 'object' && item !== null)) {
      const more = value.length > 1 ? ` (first of ${String(value.length)})` : '';
      read(value[0], `${path}[0]${more}`, '', lines);
    } else {
      const shown = shownFields.has(field) ? value.join(', ') : value.length === 0 ? 'empty list' : null;
      lines.push({ name: path, value: shown?.slice(0, longestValue) ?? null });
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) read(item, path === '' ? name : `${path}.${name}`, name, lines);
  } else if (path !== '') {
    lines.push({ name: path, value: shownFields.has(field) ? String(value).slice(0, longestValue) : null });
  }
}

/** Reads a body of JSON text; text that isn't JSON shows nothing. */
export function redactText(text: string): readonly ShownField[] {
  try {
    return redact(JSON.parse(text));
  } catch {
    return [];
  }
}
