/** The module that `vectors-plugin.ts` makes; each export is null where the vectors are not there. */
declare module 'virtual:vectors' {
  /** Wycheproof `EcdsaVerify`: DER signatures over SHA-256; `publicKey.uncompressed`, `msg` and `sig` are hex. */
  export const ecdsa: {
    readonly numberOfTests: number;
    readonly testGroups: readonly {
      readonly publicKey: { readonly uncompressed: string };
      readonly tests: readonly {
        readonly tcId: number;
        readonly comment: string;
        readonly flags: readonly string[];
        readonly msg: string;
        readonly sig: string;
        readonly result: 'valid' | 'invalid';
      }[];
    }[];
  } | null;

  /** Wycheproof `EcdhEcpointTest`: `public` is a raw point, `private` a big-endian integer of any length, all hex. */
  export const ecdh: {
    readonly numberOfTests: number;
    readonly testGroups: readonly {
      readonly tests: readonly {
        readonly tcId: number;
        readonly comment: string;
        readonly flags: readonly string[];
        readonly public: string;
        readonly private: string;
        readonly shared: string;
        readonly result: 'valid' | 'invalid' | 'acceptable';
      }[];
    }[];
  } | null;

  /** RFC 9180 appendix A.3 data for our suite in base mode; every value is hex. */
  export const hpke:
    | readonly {
        readonly mode: number;
        readonly kem_id: number;
        readonly kdf_id: number;
        readonly aead_id: number;
        readonly info: string;
        readonly ikmR: string;
        readonly ikmE: string;
        readonly skRm: string;
        readonly skEm: string;
        readonly pkRm: string;
        readonly pkEm: string;
        readonly enc: string;
        readonly shared_secret: string;
        readonly key_schedule_context: string;
        readonly secret: string;
        readonly key: string;
        readonly base_nonce: string;
        readonly exporter_secret: string;
        readonly encryptions: readonly {
          readonly aad: string;
          readonly ct: string;
          readonly nonce: string;
          readonly pt: string;
        }[];
        readonly exports: readonly {
          readonly exporter_context: string;
          readonly L: number;
          readonly exported_value: string;
        }[];
      }[]
    | null;

  /** bs58check fixtures: `payload` is hex and holds the version byte. */
  export const base58check: {
    readonly valid: readonly { readonly string: string; readonly payload: string }[];
    readonly invalid: readonly { readonly string: string; readonly exception: string }[];
  } | null;

  /** web-platform-tests: byte sequences that a fatal UTF-8 decoder refuses. */
  export const utf8Decoder: {
    readonly fatal_invalid: readonly { readonly name: string; readonly input: readonly number[] }[];
    readonly recovery_case: {
      readonly bytes: readonly number[];
      readonly full: string;
      readonly truncated_length: number;
    };
  } | null;

  /** web-platform-tests: strings with and without lone surrogates; `expected_bytes` replaces each with U+FFFD. */
  export const utf8Encoder: {
    readonly cases: readonly {
      readonly name: string;
      readonly input: string;
      readonly expected_bytes: readonly number[];
      readonly decoded_default: string;
    }[];
  } | null;
}
