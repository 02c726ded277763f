import type { TransferHistory } from '@wakeline/contract/trackers/transfer';
import { transferTrackers } from '@wakeline/contract/trackers/transfer';
import type { TaskDefinition } from '../../../tasks/kinds.ts';

export interface TransferDevicesSubject {
  /** Requester: each step is made only while they have the right. */
  readonly userId: number;
  /** Address of the request, for the audit log. */
  readonly address: string;
  /** The receiving account. */
  readonly to: number;
  readonly toName: string;
  readonly groupId: number | null;
  readonly history: TransferHistory;
  readonly count: number;
  /** See `RemoveDevicesSubject`. */
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

/** Moves devices to another account. */
export const transferDevicesTask: TaskDefinition<TransferDevicesSubject, 'transferTrackers'> = {
  kind: 'transferTrackers',
  name: ({ count, toName }) => ({
    zh_CN: `转移 ${count} 台设备至账号“${toName}”`,
    en_US: `Transfer ${count} devices to the account ${toName}`,
  }),
  // The devices of a completed step belong to the other account.
  cancellable: false,
  workload: 'large',
  limited: true,
  // It moves the devices that are still in the account.
  retryAccess: () => transferTrackers.access,
};
