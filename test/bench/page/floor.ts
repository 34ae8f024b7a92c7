/**
 * The floor: the same messages by the fewest calls of WebCrypto, written for a page that trusts everything it is given.
 * No check of a point, a scalar, a pin or a canonical form: it is what speed and size are compared with, and nothing to use.
 */
const P256 = { namedCurve: 'P-256' };
const ECDH = { name: 'ECDH', ...P256 };
const ECDSA = { name: 'ECDSA', ...P256 };
const SIGN = { name: 'ECDSA', hash: 'SHA-256' };

type Bytes = Uint8Array<ArrayBuffer>;

export interface FloorKeyPair {
  readonly publicKeyHex: string;
  readonly agreementKey: CryptoKey;
}

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);
const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const unhex = (text: string): Bytes => Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));
const join = (...parts: readonly ArrayLike<number>[]): Bytes =>
  Uint8Array.from(parts.flatMap((part) => Array.from(part)));

export async function generate(): Promise<FloorKeyPair> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ECDH, false, ['deriveBits']);
  return {
    agreementKey: privateKey,
    publicKeyHex: hex(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))),
  };
}

async function messageKey(privateKey: CryptoKey, peer: Bytes, enc: Bytes, recipient: Bytes) {
  const { subtle } = crypto;
  const kem = join(utf8('KEM'), [0, 16]);
  const suite = join(utf8('HPKE'), [0, 16, 0, 1, 0, 2]);
  const labeled = (id: Bytes, label: string, input: Uint8Array): Bytes => join(utf8('HPKE-v1'), id, utf8(label), input);
  const expand = async (ikm: Bytes, salt: Bytes, info: Bytes, length: number): Promise<Bytes> => {
    const key = await subtle.importKey('raw', ikm, 'HKDF', false, ['deriveBits']);
    const parameters = { name: 'HKDF', hash: 'SHA-256', salt, info: join([0, length], info) };
    return new Uint8Array(await subtle.deriveBits(parameters, key, length * 8));
  };
  const mac = await subtle.importKey('raw', new Uint8Array(32), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const hash = async (input: Bytes): Promise<Bytes> => new Uint8Array(await subtle.sign('HMAC', mac, input));
  const none = new Uint8Array();
  const point = await subtle.importKey('raw', peer, ECDH, false, []);
  const dh = new Uint8Array(await subtle.deriveBits({ name: 'ECDH', public: point }, privateKey, 256));
  const [shared, pskHash, infoHash] = await Promise.all([
    expand(labeled(kem, 'eae_prk', dh), none, labeled(kem, 'shared_secret', join(enc, recipient)), 32),
    hash(labeled(suite, 'psk_id_hash', none)),
    hash(labeled(suite, 'info_hash', utf8('turnkey_hpke'))),
  ]);
  const context = join([0], pskHash, infoHash);
  const secret = labeled(suite, 'secret', none);
  const [raw, iv] = await Promise.all([
    expand(secret, shared, labeled(suite, 'key', context), 32),
    expand(secret, shared, labeled(suite, 'base_nonce', context), 12),
  ]);
  const key = await subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
  return { key, parameters: { name: 'AES-GCM', iv, additionalData: join(enc, recipient) } };
}

export async function encryptOtp(bundle: string, otpCode: string, publicKeyHex: string, pin: string): Promise<string> {
  const { subtle } = crypto;
  const { data, dataSignature, enclaveQuorumPublic } = JSON.parse(bundle) as Record<string, string>;
  if (enclaveQuorumPublic !== pin) throw new Error('not pinned');
  const signer = await subtle.importKey('raw', unhex(pin), ECDSA, false, ['verify']);
  const message = unhex(data ?? '');
  if (!(await subtle.verify(SIGN, signer, fromDer(unhex(dataSignature ?? '')), message))) throw new Error('not signed');
  const { targetPublic } = JSON.parse(new TextDecoder().decode(message)) as Record<string, string>;
  const target = unhex(targetPublic ?? '');
  const { publicKeyHex: encHex, agreementKey } = await generate();
  const enc = unhex(encHex);
  const { key, parameters } = await messageKey(agreementKey, target, enc, target);
  const plaintext = utf8(JSON.stringify({ otp_code: otpCode, public_key: publicKeyHex }));
  const ciphertext = new Uint8Array(await subtle.encrypt(parameters, key, plaintext));
  return JSON.stringify({ encappedPublic: encHex, ciphertext: hex(ciphertext) });
}

/** Uncompresses the ephemeral point by big integers, since not every engine takes the short form. */
function uncompress(point: Bytes): Bytes {
  const p = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
  const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
  const x = BigInt(`0x${hex(point.subarray(1))}`);
  let root = 1n;
  let base = (x * x * x - 3n * x + b) % p;
  for (let power = (p + 1n) >> 2n; power > 0n; power >>= 1n) {
    if (power & 1n) root = (root * base) % p;
    base = (base * base) % p;
  }
  const y = (root & 1n) === BigInt((point[0] ?? 0) & 1) ? root : p - root;
  return join([4], point.subarray(1), unhex(y.toString(16).padStart(64, '0')));
}

/** Chromium computes the point of a scalar that comes without one. */
export async function openSealed(sealed: string, { agreementKey, publicKeyHex }: FloorKeyPair) {
  const { subtle } = crypto;
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let value = 0n;
  for (const letter of sealed) value = value * 58n + BigInt(alphabet.indexOf(letter));
  const bytes = unhex(value.toString(16).padStart(2 * (33 + 48 + 4), '0'));
  const body = bytes.slice(0, -4);
  const check = await subtle.digest('SHA-256', await subtle.digest('SHA-256', body));
  if (hex(new Uint8Array(check, 0, 4)) !== hex(bytes.slice(-4))) throw new Error('checksum');
  const enc = uncompress(body.slice(0, 33));
  const { key, parameters } = await messageKey(agreementKey, enc, enc, unhex(publicKeyHex));
  const scalar = new Uint8Array(await subtle.decrypt(parameters, key, body.slice(33)));
  const head = '3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420';
  const whole = await subtle.importKey('pkcs8', join(unhex(head), scalar), ECDSA, true, ['sign']);
  const point = new Uint8Array(await subtle.exportKey('pkcs8', whole)).slice(-65);
  const signingKey = await subtle.importKey('pkcs8', join(unhex(head), scalar), ECDSA, false, ['sign']);
  return { signingKey, compressedPublicKeyHex: hex(join([2 + ((point[64] ?? 0) & 1)], point.subarray(1, 33))) };
}

export async function stamp(payload: string, publicKey: string, signingKey: CryptoKey): Promise<string> {
  const raw = new Uint8Array(await crypto.subtle.sign(SIGN, signingKey, utf8(payload)));
  const integer = (part: Uint8Array): number[] => {
    let start = 0;
    while (part[start] === 0) start += 1;
    const digits = [...part.subarray(start)];
    if ((digits[0] ?? 0) & 0x80) digits.unshift(0);
    return [2, digits.length, ...digits];
  };
  const body = [...integer(raw.subarray(0, 32)), ...integer(raw.subarray(32))];
  const signature = hex(Uint8Array.from([48, body.length, ...body]));
  const text = JSON.stringify({ publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature });
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromDer(der: Bytes): Bytes {
  const raw = new Uint8Array(64);
  const r = der.subarray(4, 4 + (der[3] ?? 0));
  const s = der.subarray(6 + r.length);
  for (const [part, end] of [
    [r, 32],
    [s, 64],
  ] as const) {
    const digits = part.length > 32 ? part.subarray(part.length - 32) : part;
    raw.set(digits, end - digits.length);
  }
  return raw;
}
