import type { Db } from '../../../db/database.ts';
import type { Files } from '../../../files/files.ts';
import type { Handlers } from '../../../http/handler.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import type { TaskQueue } from '../../../tasks/task-queue.ts';
import { lockSelectedDevices } from '../../../trackers/selected-devices.ts';
import { changeDevices } from './change-devices.ts';
import { removeDevices } from './remove-devices.ts';

export interface BatchChangeDependencies {
  readonly db: Db;
  readonly files: Files;
  readonly tasks: Pick<TaskQueue, 'add'>;
}

type BatchOperation = 'batchRemoveTracker' | 'batchEditGroupAndIcon' | 'batchEditTrackers';

/** Removes and changes several devices, each call in one transaction: all of them or none. */
export function batchChangeHandlers({
  db,
  files,
  tasks,
}: BatchChangeDependencies): Pick<Handlers, BatchOperation> {
  return {
    async batchRemoveTracker(selection, caller, call) {
      return transactionAs(db, caller, call, async (tx) => {
        const devices = await lockSelectedDevices(tx, caller, selection, call.now);
        await removeDevices(tx, { caller, call, tasks }, devices);
        return { count: devices.length };
      });
    },

    async batchEditGroupAndIcon({ groupId, iconDto, ...selection }, caller, call) {
      return transactionAs(db, caller, call, async (tx) => {
        const devices = await lockSelectedDevices(tx, caller, selection, call.now);
        const change = { groupId, iconDto };
        await changeDevices(
          tx,
          { files, caller, call },
          { action: 'batchEditGroupAndIcon', devices, change },
        );
        return { count: devices.length };
      });
    },

    async batchEditTrackers({ change, ...selection }, caller, call) {
      return transactionAs(db, caller, call, async (tx) => {
        const devices = await lockSelectedDevices(tx, caller, selection, call.now);
        await changeDevices(tx, { files, caller, call }, { action: 'batchEditTrackers', devices, change });
        return { count: devices.length };
      });
    },
  };
}
