/** In what the two contracts of the service differ beyond what its clients are told by a wire profile: one row per fact. */
import type { WireProfile } from '../../wire.ts';
import { unsupportedOperations, type UnsupportedOperation } from './unsupported-operations.ts';

/** The facts of one contract. */
export interface ServiceContract {
  /** Names of error codes that differ from the specification's. */
  readonly codes: Readonly<Record<string, string>>;
  /** How an id of the wrong form in a path is refused: as an invalid field, or as that of a record that isn't there. */
  readonly malformedId: 'invalid' | 'unknown';
  /** Whether a refused one-time code says if it is wrong, expired, blocked or was never sent. */
  readonly codeRefusals: 'distinct' | 'alike';
  /** Operations that the contract has and the sandbox doesn't carry out. */
  readonly unsupported: readonly UnsupportedOperation[];
}

const contracts: Readonly<Record<'spec' | 'grid', ServiceContract>> = {
  spec: { codes: {}, malformedId: 'invalid', codeRefusals: 'distinct', unsupported: [] },
  grid: {
    codes: { CUSTOMER_NOT_FOUND: 'USER_NOT_FOUND', NOT_FOUND: 'REFERENCE_NOT_FOUND' },
    malformedId: 'unknown',
    codeRefusals: 'alike',
    unsupported: unsupportedOperations,
  },
};

/** The contract that a profile speaks: the public service's for `grid`, the specification's for any other. */
export function contractOf({ name }: WireProfile): ServiceContract {
  return name === 'grid' ? contracts.grid : contracts.spec;
}
