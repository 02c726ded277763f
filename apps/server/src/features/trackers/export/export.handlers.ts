import { NamedError } from '@wakeline/contract/errors';
import type { Db } from '../../../db/database.ts';
import type { Handlers } from '../../../http/handler.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import type { TaskQueue } from '../../../tasks/task-queue.ts';
import { countSelected } from '../../../trackers/read-selected.ts';
import { exportDevicesTask } from './export-devices.task.ts';

type ExportOperation = 'exportDeviceDtosByEobUser';

/** Exports of devices to spreadsheets. */
export function deviceExportHandlers({
  db,
  tasks,
}: {
  readonly db: Db;
  readonly tasks: TaskQueue;
}): Pick<Handlers, ExportOperation> {
  return {
    async exportDeviceDtosByEobUser({ format, deviceFilter }, caller, call) {
      const total = await countSelected(db, caller, { filter: deviceFilter, now: call.now });
      if (total === 0) throw new NamedError('export-empty');
      const { accountId, userId, language, timeZone } = caller;
      const taskProgressId = await transactionAs(db, caller, call, async (tx) => {
        await tasks.requireQuota(tx, accountId, call.now);
        const subject = { userId, deviceFilter, format, language, timeZone };
        return tasks.add(tx, {
          accountId,
          userId,
          definition: exportDevicesTask,
          subject,
          total,
          now: call.now,
        });
      });
      return { taskProgressId };
    },
  };
}
