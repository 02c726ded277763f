import { createReadStream } from 'node:fs';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { UploadedFile } from '@wakeline/contract/uploaded-file';
import { recordAudit } from '../../../audit/record.ts';
import type { Db } from '../../../db/database.ts';
import type { Files } from '../../../files/files.ts';
import type { Call } from '../../../http/call.ts';
import { ByteChunks, type Handlers } from '../../../http/handler.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import type { Caller } from '../../../identity/caller.ts';
import type { TaskQueue } from '../../../tasks/task-queue.ts';
import { TASK_TTL_MS } from '../../../tasks/task-rows.ts';
import { importDevicesTask } from './import-devices.task.ts';
import { previewDevices } from './preview.ts';
import { writeTemplate } from './template.ts';

type ImportOperation = 'importDevices' | 'getDeviceTemplate';

export interface ImportDependencies {
  readonly db: Db;
  readonly files: Files;
  readonly tasks: TaskQueue;
}

/** Registering devices from a spreadsheet. */
export function deviceImportHandlers({
  db,
  files,
  tasks,
}: ImportDependencies): Pick<Handlers, ImportOperation> {
  /** Adds the task together with the file that it reads. */
  async function addTask(file: UploadedFile, caller: Caller, call: Call): Promise<number> {
    const { accountId, userId, language, timeZone } = caller;
    const fileName = file.name.slice(0, LIMITS.name);
    const written = await files.write(createReadStream(file.path));
    const stored = written.fileId;
    try {
      return await transactionAs(db, caller, call, async (tx) => {
        await tasks.requireQuota(tx, accountId, call.now);
        await files.record(tx, written, {
          accountId,
          kind: 'upload',
          userId,
          mediaType: 'application/octet-stream',
          name: fileName,
          expiresAt: call.now + TASK_TTL_MS,
        });
        const after = { fileName, bytes: written.bytes };
        await recordAudit(tx, caller, call, { action: 'importDevices', target: fileName, after });
        return tasks.add(tx, {
          accountId,
          userId,
          definition: importDevicesTask,
          subject: { userId, stored, fileName, language, timeZone, address: call.address },
          total: 1,
          now: call.now,
        });
      });
    } catch (error) {
      await files.discard([stored]);
      throw error;
    }
  }

  return {
    async importDevices({ file, save }, caller, call) {
      if (file.size > LIMITS.sheetBytes) throw new NamedError('sheet-too-large');
      if (!save) return { taskProgressId: null, ...(await previewDevices(db, caller, file.path)) };
      const taskProgressId = await addTask(file, caller, call);
      return { taskProgressId, total: 0, failed: 0, columns: [], unknownColumns: [], rows: [] };
    },

    async getDeviceTemplate({ lang }, caller) {
      return new ByteChunks(await writeTemplate(db, caller, lang));
    },
  };
}
