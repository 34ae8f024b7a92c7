/** A person of the sandbox, as tests ask for one and get it. */

/** A passkey that a test already holds the private key of. */
export interface PersonPasskey {
  /** WebAuthn credential id, base64url. */
  readonly credentialId: string;
  /** P-256 public key: hex, uncompressed. */
  readonly publicKeyHex: string;
  /** Default `Sample passkey`. */
  readonly nickname?: string | undefined;
}

/** What a person should have. */
export interface PersonOptions {
  /** Default `person-<number>@example.com`. */
  readonly email?: string | undefined;
  /** Default `Sample Customer`. */
  readonly fullName?: string | undefined;
  /** ISO 3166-1 alpha-2. Default `US`. */
  readonly region?: string | undefined;
  /** E.164; with it the wallet has a credential by SMS too. */
  readonly phoneNumber?: string | undefined;
  /** Spendable money in the wallet, in millionths of a USDB. Default 100,000,000: 100 USDB. */
  readonly balance?: number | undefined;
  /** Default `active`: a bank account in US dollars that can be paid. */
  readonly bankAccount?: 'active' | 'none' | undefined;
  /** Default `none`. */
  readonly card?: 'active' | 'none' | undefined;
  readonly passkey?: PersonPasskey | undefined;
}

/** Ids and names of a person. */
export interface Person {
  readonly customerId: string;
  readonly platformCustomerId: string;
  readonly email: string;
  readonly fullName: string;
  /** The wallet. */
  readonly accountId: string;
  /** The e-mail credential. */
  readonly credentialId: string;
  readonly smsCredentialId?: string;
  readonly passkeyCredentialId?: string;
  readonly bankAccountId?: string;
  readonly cardId?: string;
}
