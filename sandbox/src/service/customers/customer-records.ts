/** Records of customers and their accounts. */

/** A customer of the platform. */
export interface CustomerRecord {
  readonly id: string;
  readonly platformCustomerId: string;
  readonly customerType: 'INDIVIDUAL' | 'BUSINESS';
  readonly region?: string;
  email?: string;
  phoneNumber?: string;
  readonly fullName?: string;
  /** Other fields that were sent and are answered again. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Status of the customer's check; of a business, its own. */
  kycStatus: 'UNVERIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED' | 'HOLD';
  /** A number of identity was sent; it is not kept. */
  readonly hasIdentifier?: true;
  /** There where contacts are to be verified before the check. */
  contactVerification?: { readonly email?: 'PENDING' | 'VERIFIED'; readonly phone?: 'PENDING' | 'VERIFIED' };
  /** Until when the codes hold that were sent to the contacts. */
  contactCodes?: { readonly email?: number; readonly phone?: number };
  readonly isDeleted?: true;
  readonly createdAt: string;
  updatedAt: string;
}

/** Why a verification doesn't go on. */
export interface VerificationProblem {
  readonly resourceId: string;
  readonly type: string;
  readonly field?: string;
  readonly reason: string;
}

/** One check of a customer. */
export interface VerificationRecord {
  readonly id: string;
  readonly customerId: string;
  readonly verificationStatus: 'RESOLVE_ERRORS' | 'PENDING_MANUAL_REVIEW' | 'IN_PROGRESS' | 'APPROVED' | 'REJECTED';
  readonly errors: readonly VerificationProblem[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A link to a hosted check. */
export interface HostedCheckRecord {
  readonly customerId: string;
  readonly redirectUri?: string;
  readonly expiresAt: number;
}

/** An internal account; its money is in the ledger. */
export interface InternalAccountRecord {
  readonly id: string;
  readonly customerId?: string;
  readonly type: 'INTERNAL_FIAT' | 'INTERNAL_CRYPTO' | 'EMBEDDED_WALLET';
  readonly currency: string;
  /** A wallet's privacy, once it was chosen. */
  isPrivate?: boolean;
  /** Wallets only: what the signed payloads name. */
  readonly wallet?: { readonly organizationId: string; readonly userId: string; readonly address: string };
  readonly createdAt: string;
  updatedAt: string;
}

/** An external account. */
export interface ExternalAccountRecord {
  readonly id: string;
  readonly customerId?: string;
  status: 'PENDING' | 'ACTIVE' | 'UNDER_REVIEW' | 'INACTIVE';
  readonly currency: string;
  readonly platformAccountId?: string;
  readonly accountInfo: Readonly<Record<string, unknown>> & { readonly accountType: string };
  /** Other fields that were sent and are answered again. */
  readonly sent: Readonly<Record<string, unknown>>;
  trusted: boolean;
  /** The change that waits to be confirmed, and its deadline. */
  trustChange?: { readonly trusted: boolean; readonly until: number };
  wrongScaCodes?: number;
  readonly createdAt: string;
}
