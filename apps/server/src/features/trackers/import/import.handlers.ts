import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { ByteChunks, type Handlers } from '../../../http/handler.ts';
import { addImportTask, type ImportTaskDependencies } from '../../../sheet-import/import-task.ts';
import { importDevicesTask } from './import-devices.task.ts';
import { previewDevices } from './preview.ts';
import { writeTemplate } from './template.ts';

type ImportOperation = 'importDevices' | 'getDeviceTemplate';

/** Registering devices from a spreadsheet. */
export function deviceImportHandlers(dependencies: ImportTaskDependencies): Pick<Handlers, ImportOperation> {
  const { db } = dependencies;
  return {
    async importDevices({ file, save }, caller, call) {
      if (file.size > LIMITS.sheetBytes) throw new NamedError('sheet-too-large');
      if (!save) return { taskProgressId: null, ...(await previewDevices(db, caller, file.path)) };
      const taskProgressId = await addImportTask(
        dependencies,
        importDevicesTask,
        { file, more: {} },
        caller,
        call,
      );
      return { taskProgressId, total: 0, failed: 0, columns: [], unknownColumns: [], rows: [] };
    },

    async getDeviceTemplate({ lang }, caller) {
      return new ByteChunks(await writeTemplate(db, caller, lang));
    },
  };
}
