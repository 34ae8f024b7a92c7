/** Fields of headers and bodies that may be shown: a closed list of names. All others are withheld, with the reason. */

/** One field: its value, or why it is withheld. */
export interface ShownField {
  readonly name: string;
  readonly value: string | null;
  readonly why?: string;
}

// An unknown field stays hidden.
const shownNames = new Set([
  'accountId', 'accountType', 'advanceMs', 'amount', 'beneficiaryType', 'cardholderId', 'clientPublicKey', 'code', 'counterpartyFixedFee', 'counterpartyMultiplier',
  'createdAt', 'credentialId', 'currency', 'customerId', 'decimals', 'destinationType', 'direction', 'exchangeRate', 'expiresAt', 'feesIncluded',
  'field', 'form', 'fundingSources', 'gridApiFixedFee', 'gridApiMultiplier', 'hasMore', 'id', 'kycStatus', 'lockedCurrencyAmount', 'lockedCurrencySide', 'message',
  'platformFeesIncluded', 'publicKey', 'quoteId', 'settledAt', 'sourceType', 'state', 'status', 'symbol', 'totalCount', 'totalReceivingAmount',
  'totalSendingAmount', 'transactionId', 'type', 'updatedAt',
]); // prettier-ignore

/** A `code` in capital letters is an error's or a currency's; any other may be one that a person was sent. */
function isShown(name: string, text: string): boolean {
  return shownNames.has(name) && (name !== 'code' || /^[A-Z][A-Z_]+$/.test(text));
}

const personal = 'It may be personal: only the fields of a closed list are shown.';
const reasons: Readonly<Record<string, string>> = {
  payloadToSign:
    'The signed request shows it once the outcome is known; until then it is part of what carries the action out.',
  requestId: 'It goes with the stamp, and only together do they carry the action out.',
  encryptedOtpBundle: 'The one-time code, sealed to the enclave. It stays worth something until the code has ended.',
  otpEncryptionTargetBundle:
    'The key to seal the code to, signed by the enclave. The wallet has checked the signature.',
  encryptedSessionSigningKey: 'The session key, sealed to this browser and delivered once.',
  encryptedWalletCredentials: 'The recovery phrase, sealed to this page.',
  code: 'It may be one that a person was sent.',
  challenge: 'What a passkey is to sign. It is used once.',
  assertion: 'The answer of a passkey. It is used once.',
  attestation: 'The answer of a passkey. It is used once.',
};

const shownHeaders =
  'accept cache-control connection content-encoding content-length content-type cross-origin-opener-policy cross-origin-resource-policy date keep-alive referrer-policy retry-after transfer-encoding vary x-content-type-options x-request-id'.split(
    ' ',
  );
const headerReasons: Readonly<Record<string, string>> = {
  'request-id': 'It goes with the stamp, and only together do they carry the action out.',
  'idempotency-key': 'Whoever sends it again gets this answer again.',
};

const unlisted = 'It is not on the closed list of headers that are shown.';

const mostLines = 60;
const longestValue = 120;

/** Lists the fields of a body of JSON by their dotted path; of a list of records the first alone. Other text shows nothing. */
export function shownFieldsOf(text: string): readonly ShownField[] {
  const lines: ShownField[] = [];
  try {
    read(JSON.parse(text), { path: '', name: '' }, lines);
  } catch {
    return text === '' ? [] : [{ name: 'body', value: null, why: 'It is no JSON.' }];
  }
  return lines;
}

interface Place {
  readonly path: string;
  readonly name: string;
}

function read(value: unknown, { path, name }: Place, lines: ShownField[]): void {
  if (lines.length >= mostLines) return;
  if (Array.isArray(value) && typeof value[0] === 'object') {
    const more = value.length > 1 ? ` (first of ${String(value.length)})` : '';
    read(value[0], { path: `${path}[0]${more}`, name: '' }, lines);
  } else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [inner, item] of Object.entries(value)) {
      read(item, { path: path === '' ? inner : `${path}.${inner}`, name: inner }, lines);
    }
  } else if (path !== '') {
    const text = String(value);
    lines.push(isShown(name, text) ? shown(path, text) : withheld(path, reasons[name] ?? personal));
  }
}

/** Lists headers; `signatureHeader` is the one that carries the stamp. */
export function headerFields(headers: Headers, signatureHeader: string): readonly ShownField[] {
  return [...headers].map(([name, value]) => {
    if (name === signatureHeader.toLowerCase()) {
      return withheld(name, 'The stamp. It is taken apart above once the outcome is known.');
    }
    return shownHeaders.includes(name) ? shown(name, value) : withheld(name, headerReasons[name] ?? unlisted);
  });
}

/** Headers that the browser adds by itself, where no script sees them. */
export const unseenHeaders: readonly ShownField[] = [
  {
    name: 'cookie',
    value: null,
    why: 'The browser adds it where it is HttpOnly, and no script of the page can read it.',
  },
];

function shown(name: string, value: string): ShownField {
  return { name, value: value.length > longestValue ? `${value.slice(0, longestValue)}…` : value };
}

function withheld(name: string, why: string): ShownField {
  return { name, value: null, why };
}
