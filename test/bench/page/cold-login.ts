/** A contender of the cold benchmark: everything of a login but the network. */
export type ColdLogin = (enclave: { readonly bundle: string; readonly pin: string }) => Promise<{
  readonly publicKeyHex: string;
  readonly encryptedOtp: string;
  /** Opens the session key and stamps a first payload with it. */
  readonly finish: (sealed: string, payload: string) => Promise<string>;
}>;
