/** A certificate that nobody has signed but itself, for a browser that is told not to mind: as few fields as X.509 allows. */
import { generateKeyPairSync, sign } from 'node:crypto';

/** The certificate for `https.createServer`, in PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

/** One element in DER (ITU-T X.690, 8.1): tag, length, content. */
function element(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...content: readonly Buffer[]): Buffer => element(0x30, ...content);
// ecdsa-with-SHA256 (RFC 5758, 3.2).
const algorithm = sequence(element(0x06, hex('2a8648ce3d040302')));
// A common name (RFC 5280, 4.1.2.4).
const nameOf = (text: string): Buffer =>
  sequence(element(0x31, sequence(element(0x06, hex('550403')), element(0x0c, Buffer.from(text)))));
// UTCTime, as it is written until 2049 (RFC 5280, 4.1.2.5).
const time = (text: string): Buffer => element(0x17, Buffer.from(text));

/** Makes a key and its certificate (RFC 5280, 4.1). */
export function createCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certified = sequence(
    element(0xa0, element(0x02, hex('02'))),
    element(0x02, hex('01')),
    algorithm,
    nameOf('Sample'),
    sequence(time('260101000000Z'), time('360101000000Z')),
    nameOf('Sample'),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = element(0x03, hex('00'), sign('sha256', certified, privateKey));
  const der = sequence(certified, algorithm, signature);
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
