/** Values that cause an outcome: the one table that the handlers, docs/sandbox-calls.md and a test read. */

/** The outcomes by the value's last three characters, or by a whole name for addresses. A value without a row succeeds. */
export const endings = {
  fullName: { '001': 'PENDING', '002': 'REJECTED', '003': 'UNVERIFIED' },
  registrationNumber: { '001': 'IN_PROGRESS', '002': 'REJECTED', '003': 'IN_PROGRESS' },
  destination: {
    '002': 'EXECUTION_FAILED',
    '003': 'LONG',
    '004': 'DELIVERY_FAILED',
    '005': 'RETURNED',
    '006': 'CANCELLED',
    '007': 'REFUND_FAILED',
  },
  umaAddress: { '$pending.long.usd': 'LONG', '$fail.compliance.usd': 'COMPLIANCE_REJECTED' },
  beneficiary: {
    '102': 'NOT_MATCHED',
    '103': 'PARTIAL_MATCH',
    '104': 'PENDING',
    '105': 'INVALID_BANK_ACCOUNT',
    '106': 'UNSUPPORTED',
    '107': 'CHECKED_BY_RECEIVING_FI',
  },
  card: { '001': 'PROCESSING', '002': 'ISSUER_REJECTED', '005': 'LONG' },
  fundingSource: { '002': 'FUNDING_SOURCE_INELIGIBLE', '003': 'FUNDING_SOURCE_INELIGIBLE' },
  merchant: { '002': 'INSUFFICIENT_FUNDS', '003': 'CARD_PAUSED', '005': 'LONG', '006': 'EXCEPTION' },
} as const;

type Table = typeof endings;

/** An outcome of a subject's values. */
export type OutcomeOf<Subject extends keyof Table> = { [Name in Subject]: Table[Name][keyof Table[Name]] }[Subject];

/** The outcome that a value causes; the ending of a value with a domain stands before its `@`. */
export function outcomeOf<Subject extends keyof Table>(subject: Subject, value = ''): OutcomeOf<Subject> | undefined {
  const [name = ''] = value.split('@');
  const key = subject === 'umaAddress' ? (sandboxName(value) ?? '') : name.slice(-3);
  const outcomes: Readonly<Record<string, OutcomeOf<Subject>>> = endings[subject] as never;
  return Object.hasOwn(outcomes, key) ? outcomes[key] : undefined;
}

/** The name of an UMA address at the sandbox's own domain; undefined at others, whose addresses have no outcome. */
export function sandboxName(address: string): string | undefined {
  return /^(.+)@sandbox(?:\.grid)?\.uma\.money$/.exec(address)?.[1];
}
