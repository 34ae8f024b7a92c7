/** Shapes of addresses on a chain and of IBANs. Their checksums aren't looked at: a test may make one up. */

/** One shape. */
export interface AddressShape {
  /** Its named format, in a field error's constraint. */
  readonly format: string;
  /** Ends the sentence of a field error that begins with "This must be". */
  readonly words: string;
  /** Its characters; `fits` may ask for more. */
  readonly pattern: RegExp;
  readonly fits: (value: string) => boolean;
}

const shape = (format: string, words: string, pattern: RegExp): AddressShape => ({
  format,
  words,
  pattern,
  fits: (value) => pattern.test(value),
});

// An ending that causes an outcome may hold zeros, which Base58 lacks.
const base58 = '[1-9A-HJ-NP-Za-km-z]+(?:00[2-8])?';
const bech32 = '[ac-hj-np-z02-9]';

type Kind = 'ethereum' | 'solana' | 'tron' | 'spark' | 'lightningAddress' | 'invoice' | 'offer';

/** The shapes of addresses. */
export const shapes: Readonly<Record<Kind, AddressShape>> = {
  ethereum: shape('ethereum-address', 'an Ethereum address, 0x and 40 hexadecimal digits', /^0x[0-9a-f]{40}$/i),
  solana: shape(
    'solana-address',
    'a Solana address, 32 to 44 characters of Base58',
    new RegExp(`^(?=.{32,44}$)${base58}$`),
  ),
  tron: shape('tron-address', 'a Tron address, T and 33 characters of Base58', new RegExp(`^(?=.{34}$)T${base58}$`)),
  spark: shape(
    'spark-address',
    'a Spark address, which begins with spark1 or sp1',
    new RegExp(`^sp(?:ark)?(?:t|rt|s|l)?1${bech32}{50,}$`, 'i'),
  ),
  lightningAddress: shape(
    'lightning-address',
    'a Lightning address such as name@example.com',
    /^[a-z0-9._+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i,
  ),
  invoice: shape(
    'lightning-invoice',
    'a Lightning invoice, which begins with ln and its network',
    new RegExp(`^ln(?:bc|tb|tbs|bcrt|sb)(?:[0-9]+[munp]?)?1${bech32}{110,}$`, 'i'),
  ),
  offer: shape('bolt12-offer', 'a BOLT 12 offer, which begins with lno1', new RegExp(`^lno1${bech32}+$`, 'i')),
};

const lengths: ReadonlyMap<string, number> = new Map(
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** The shape of IBANs of a pattern: of a country that has them, in its length. */
export function ibanLike(pattern: RegExp): AddressShape {
  return {
    format: 'iban',
    words: 'an IBAN: a country, two digits and its account, in the length of that country',
    pattern,
    fits: (value) => pattern.test(value) && lengths.get(value.slice(0, 2)) === value.length,
  };
}

/** A text in the characters of Bech32, one for each byte. It ends in a letter, so that its ending causes nothing. */
export function bech32Text(bytes: Uint8Array): string {
  const characters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
  return `${[...bytes].map((byte) => characters[byte % characters.length]).join('')}q`;
}
