/** Request examples without other people's names, addresses and ids: the shape, the enums and the numbers stay. */

/** @type {Readonly<Record<string, string>>} */
const values = {
  fullName: 'Sample Customer',
  legalName: 'Sample Company',
  doingBusinessAs: 'Sample Company',
  email: 'customer@example.com',
  nickname: 'Sample device',
  line1: '1 Sample Street',
  line2: 'Floor 1',
  city: 'Sampleton',
  description: 'Sample payment',
  umaDomain: 'example.com',
  webhookEndpoint: 'http://127.0.0.1:4999/webhooks',
  bankName: 'Example Bank',
  appName: 'Sample Wallet',
  displayName: 'Sample Wallet',
  fromName: 'Sample Wallet',
  sendFromEmailSenderName: 'Sample Wallet',
  subject: 'Your code',
  bodyText: 'Use this code.',
};

/**
 * A copy with neutral values; an id becomes `<Kind>`, an UMA address one of example.com.
 *
 * @param {any} value @param {string} [name] @returns {any}
 */
export function neutral(value, name = '') {
  if (Array.isArray(value)) return value.map((item) => neutral(item, name));
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, neutral(inner, key)]));
  }
  if (typeof value !== 'string') return value;
  const [, kind] = /^([A-Z][A-Za-z]+):/.exec(value) ?? [];
  if (kind !== undefined) return `<${kind}>`;
  const own = values[name];
  if (own !== undefined) return own;
  if (value.startsWith('$')) return '$customer@example.com';
  if (value.includes('@')) return 'customer@example.com';
  if (value.startsWith('https:')) return 'https://example.com/file';
  // The ending of a shop's name is a magic value of the sandbox.
  if (name === 'descriptor') return `SAMPLE SHOP ${/[0-9]{3}$/.exec(value)?.[0] ?? ''}`.trim();
  return value.length > 80 ? '<text>' : value;
}
