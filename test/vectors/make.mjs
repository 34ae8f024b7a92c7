/**
 * Makes the vector files of this folder from the published ones: numbers only, one case a line.
 *
 *     node test/vectors/make.mjs FOLDER
 *
 * FOLDER holds the published files under the paths that are named here; README.md says where each comes from.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node test/vectors/make.mjs FOLDER');

/** @param {string} path */
const read = (path) => JSON.parse(readFileSync(join(folder, path), 'utf8'));

/** @param {readonly number[]} bytes */
const toHex = (bytes) => Buffer.from(bytes).toString('hex');

/**
 * Writes a file whose arrays have one entry a line.
 * @param {string} name
 * @param {{ source: string, licence: string }} origin
 * @param {Readonly<Record<string, unknown>>} content
 */
function write(name, origin, content) {
  const head = { ...origin, madeBy: 'node test/vectors/make.mjs FOLDER' };
  const lines = Object.entries({ ...head, ...content }).map(([key, value]) => {
    const shown = Array.isArray(value)
      ? `[\n${value.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`
      : JSON.stringify(value);
    return `${JSON.stringify(key)}: ${shown}`;
  });
  writeFileSync(new URL(name, import.meta.url), `{\n${lines.join(',\n')}\n}\n`);
}

const wycheproof = { licence: 'Apache-2.0' };

/**
 * @type {{ testGroups: { publicKey: { uncompressed: string }, tests: { tcId: number, msg: string, sig: string, result:
 * string }[] }[] }}
 */
const ecdsa = read('wycheproof/ecdsa_secp256r1_sha256_test.json');
write(
  'ecdsa.json',
  { source: 'C2SP/wycheproof testvectors_v1/ecdsa_secp256r1_sha256_test.json', ...wycheproof },
  {
    publicKeysHex: ecdsa.testGroups.map(({ publicKey }) => publicKey.uncompressed),
    cases: ecdsa.testGroups.flatMap(({ tests }, key) =>
      tests.map(({ tcId, msg, sig, result }) => ({
        id: tcId,
        key,
        messageHex: msg,
        signatureHex: sig,
        valid: result === 'valid',
      })),
    ),
  },
);

/** @type {{ testGroups: { tests: { tcId: number, public: string, private: string, shared: string, result: string }[] }[] }} */
const ecdh = read('wycheproof/ecdh_secp256r1_ecpoint_test.json');
write(
  'ecdh.json',
  { source: 'C2SP/wycheproof testvectors_v1/ecdh_secp256r1_ecpoint_test.json', ...wycheproof },
  {
    cases: ecdh.testGroups.flatMap(({ tests }) =>
      tests.map((entry) => ({
        id: entry.tcId,
        publicHex: entry.public,
        // A big-endian integer of any length there, of 32 bytes here.
        scalarHex: entry.private.slice(-64).padStart(64, '0'),
        sharedHex: entry.shared,
        verdict: entry.result,
      })),
    ),
  },
);

/**
 * @type {{ info: string, skRm: string, pkRm: string, skEm: string, pkEm: string, enc: string, encryptions: { aad:
 * string, ct: string, pt: string }[], exports: { exporter_context: string, L: number, exported_value: string }[] }[]}
 */
const [hpke] = read('hpke/rfc9180_kem0010_kdf0001_aead0002_mode0.json');
if (hpke === undefined) throw new Error('the HPKE file holds no entry');
const plaintexts = new Set(hpke.encryptions.map(({ pt }) => pt));
if (plaintexts.size !== 1) throw new Error('the HPKE file has more than one plaintext');
write(
  'hpke.json',
  { source: 'cfrg/draft-irtf-cfrg-hpke test-vectors.json, as in cloudflare/circl', licence: 'BSD-3-Clause' },
  {
    infoHex: hpke.info,
    recipient: { scalarHex: hpke.skRm, publicHex: hpke.pkRm },
    ephemeral: { scalarHex: hpke.skEm, publicHex: hpke.pkEm },
    encapsulatedHex: hpke.enc,
    plaintextHex: [...plaintexts].join(''),
    encryptions: hpke.encryptions.map(({ aad, ct }) => ({ aadHex: aad, ciphertextHex: ct })),
    exports: hpke.exports.map((entry) => ({
      contextHex: entry.exporter_context,
      length: entry.L,
      valueHex: entry.exported_value,
    })),
  },
);

/** @type {{ valid: { string: string, payload: string }[], invalid: { string: string }[] }} */
const base58check = read('base58/bs58check_fixtures.json');
write(
  'base58check.json',
  { source: 'bitcoinjs/bs58check test/fixtures.json', licence: 'MIT' },
  {
    valid: base58check.valid.map(({ string, payload }) => ({ text: string, payloadHex: payload })),
    invalid: base58check.invalid.map(({ string }) => string),
  },
);

/** @type {{ fatal_invalid: { input: number[] }[], recovery_case: { bytes: number[], full: string, truncated_length: number } }} */
const decoder = read('utf8/decoder-fatal.json');
/** @type {{ cases: { input: string, expected_bytes: number[], decoded_default: string }[] }} */
const encoder = read('utf8/encoder-surrogates.json');
write(
  'utf8.json',
  {
    source:
      'web-platform-tests/wpt encoding/textdecoder-fatal.any.js, textencoder-utf16-surrogates.any.js and ' +
      'api-surrogates-utf8.any.js, as in paulmillr/scure-base',
    licence: 'BSD-3-Clause, MIT',
  },
  {
    malformedHex: decoder.fatal_invalid.map(({ input }) => toHex(input)),
    cut: {
      bytesHex: toHex(decoder.recovery_case.bytes),
      text: decoder.recovery_case.full,
      length: decoder.recovery_case.truncated_length,
    },
    // A lone surrogate becomes U+FFFD there and is refused here.
    texts: encoder.cases.map(({ input, expected_bytes, decoded_default }) => ({
      codeUnits: Array.from({ length: input.length }, (_, at) => input.charCodeAt(at)),
      bytesHex: decoded_default.includes('\uFFFD') ? null : toHex(expected_bytes),
    })),
  },
);
