/** A person of the sandbox, as tests ask for one and get it, and the scenarios; it needs no type of a library. */

/** A passkey that a test already holds the private key of. */
export interface PersonPasskey {
  /** WebAuthn credential id, base64url. */
  readonly credentialId: string;
  /** P-256 public key: hex, uncompressed. */
  readonly publicKeyHex: string;
  /** Default `Sample passkey`. */
  readonly nickname?: string | undefined;
}

/** An identity at the built-in identity provider. */
export interface PersonIdentity {
  /** The claim `sub` of its tokens. */
  readonly subject: string;
  /** The claim `aud`. Default `countersign-demo`. */
  readonly audience?: string | undefined;
}

/** Options of a new person. */
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
  /** Default true: in profile `grid` the card has a delegated key, and pays. False: it declines until its owner creates one. */
  readonly delegatedKey?: boolean | undefined;
  /** A passkey that the person has already. */
  readonly passkey?: PersonPasskey | undefined;
  /** An identity that opens the wallet too. */
  readonly identity?: PersonIdentity | undefined;
}

/** Ids and names of a person. */
export interface Person {
  /** `Customer:<uuid>`. */
  readonly customerId: string;
  /** The platform's own id of the customer. */
  readonly platformCustomerId: string;
  /** Address for codes. */
  readonly email: string;
  /** As given, or `Sample Customer`. */
  readonly fullName: string;
  /** The wallet. */
  readonly accountId: string;
  /** The e-mail credential. */
  readonly credentialId: string;
  /** There where a phone number was given. */
  readonly smsCredentialId?: string;
  /** There where a passkey was given. */
  readonly passkeyCredentialId?: string;
  /** There where an identity was given. */
  readonly oauthCredentialId?: string;
  /** `ExternalAccount:<uuid>`, unless none was wanted. */
  readonly bankAccountId?: string;
  /** `Card:<uuid>`, where one was wanted. */
  readonly cardId?: string;
}

/** The names of the scenarios. */
export const scenarioNames = ['funded', 'with-card', 'expired-session'] as const;

/** The name of a scenario. */
export type ScenarioName = (typeof scenarioNames)[number];

/** Result of a scenario. */
export interface Scenario {
  /** Name of the scenario. */
  readonly name: ScenarioName;
  /** The person that it created. */
  readonly person: Person;
  /** `expired-session` only: the session that expired a second ago. */
  readonly sessionId?: string;
}
