import { NamedError } from '@wakeline/contract/errors';
import type { Db } from '../../../db/database.ts';
import type { Handlers } from '../../../http/handler.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import type { Caller } from '../../../identity/caller.ts';
import type { TaskQueue } from '../../../tasks/task-queue.ts';
import { lockSelectedDevices } from '../../../trackers/selected-devices.ts';
import { TRANSFER_STEP } from '../../../trackers/transfer.ts';
import { toRanges } from '../table/remove-devices.task.ts';
import { canTransferTrackers } from '../trackers.policy.ts';
import type { DetachTrackers } from './move-devices.ts';
import { lockTransferAccount, readTransferAccounts, readTransferGroups } from './transfer-accounts.ts';
import { transferDevicesTask } from './transfer-devices.task.ts';
import { requireCapacity, transferStep } from './transfer-devices.ts';

export interface TransferDependencies {
  readonly db: Db;
  readonly tasks: Pick<TaskQueue, 'add' | 'requireQuota'>;
  readonly detach: DetachTrackers;
}

type TransferOperation = 'queryTransferAccounts' | 'queryTransferGroups' | 'transferTrackers';

/** Moves devices between a dealer and its customers. Only the account that has the devices can send them. */
export function transferHandlers({
  db,
  tasks,
  detach,
}: TransferDependencies): Pick<Handlers, TransferOperation> {
  return {
    async queryTransferAccounts({ uid: _, ...page }, caller) {
      requireTransfer(caller);
      const { rows, total } = await readTransferAccounts(db, caller, page);
      const list = rows.map((row) => ({
        accountId: row.account_id,
        accountName: row.name,
        relation: row.is_customer ? ('customer' as const) : ('dealer' as const),
        login: row.is_customer ? (row.login ?? '') : '',
      }));
      return { list, total };
    },

    async queryTransferGroups({ accountId }, caller) {
      requireTransfer(caller);
      const rows = await readTransferGroups(db, caller, accountId);
      const list = rows.map((row) => ({ groupId: row.group_id, parentId: row.parent_id, gn: row.name }));
      return { list, total: list.length };
    },

    async transferTrackers({ uid: _, accountId: to, targetGroupId, history, ...selection }, caller, call) {
      requireTransfer(caller);
      const { accountId, userId } = caller;
      const { now, address } = call;
      return transactionAs(db, caller, call, async (tx) => {
        const { name: toName } = await lockTransferAccount(tx, caller, { to, groupId: targetGroupId, now });
        const devices = await lockSelectedDevices(tx, caller, selection, now);
        const trackerIds = devices.map(({ tracker_id }) => tracker_id);
        const count = devices.length;
        await requireCapacity(tx, to, count);
        const destination = { to, toName, groupId: targetGroupId, history };
        if (count <= TRANSFER_STEP) {
          const author = { requester: caller, origin: call };
          await transferStep(tx, author, { ...destination, trackerIds }, detach);
          return { count, taskProgressId: null };
        }
        await tasks.requireQuota(tx, accountId, now);
        const taskProgressId = await tasks.add(tx, {
          accountId,
          userId,
          definition: transferDevicesTask,
          subject: { ...destination, userId, address, count, ranges: toRanges(trackerIds) },
          total: count,
          now,
        });
        return { count, taskProgressId };
      });
    },
  };
}

/** The contract's access does not know groups. @throws NamedError `not-allowed` */
function requireTransfer(caller: Caller): void {
  if (!canTransferTrackers(caller)) throw new NamedError('not-allowed');
}
