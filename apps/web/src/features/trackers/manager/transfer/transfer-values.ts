import { NamedError } from '@wakeline/contract/errors';
import type { TransferHistory } from '@wakeline/contract/trackers/transfer';

/** Values of the dialog. */
export interface TransferValues {
  readonly accountId?: number;
  /** Undefined: no group. */
  readonly groupId?: number | undefined;
  readonly history: TransferHistory;
}

export const INITIAL_TRANSFER: TransferValues = { history: 'move' };

/** The field of the dialog that an error concerns; null: none. */
export function fieldOfTransferError(error: unknown): 'accountId' | 'groupId' | null {
  if (!(error instanceof NamedError)) return null;
  switch (error.errorName) {
    case 'transfer-account-unknown':
    case 'transfer-account-inactive':
    case 'transfer-limit':
      return 'accountId';
    case 'transfer-group-unknown':
      return 'groupId';
    default:
      return null;
  }
}

/** How many more devices the account may have, if an error contains it. */
export function freeOf(error: unknown): number | null {
  if (!(error instanceof NamedError) || error.errorName !== 'transfer-limit') return null;
  return typeof error.details.free === 'number' ? error.details.free : null;
}
