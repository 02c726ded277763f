import type {
  FenceForm,
  LabelPointForm,
  MapObjectKind,
  RouteForm,
} from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { recordAudit } from '../../../audit/record.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { sendEvent } from '../../../db/notify.ts';
import type { Call } from '../../../http/call.ts';
import type { Handlers } from '../../../http/handler.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import type { Caller } from '../../../identity/caller.ts';
import type { TaskQueue } from '../../../tasks/task-queue.ts';
import { exportMapObjectsTask } from './export-map-objects.task.ts';
import type { ImportForms } from './import-forms.ts';
import { toStorableText } from './object-names.ts';
import { countObjects } from './object-pages.ts';
import { readUpload } from './read-upload.ts';

/** Maximum number of objects that a response lists individually. */
const MAX_LISTED_OBJECTS = 1_000;

type Insert<Form> = (tx: Tx, accountId: number, forms: readonly Form[], now: number) => Promise<unknown>;

/** Inserts map objects: all of the given ones, or none. */
export interface ObjectWriter {
  /** @throws NamedError `group-unknown` */
  readonly requireTargetGroup: (tx: Tx, caller: Caller, groupId: number | null) => Promise<void>;
  readonly fences: Insert<FenceForm>;
  readonly labelPoints: Insert<LabelPointForm>;
  readonly routes: Insert<RouteForm>;
}

export interface ExchangeDependencies {
  readonly db: Db;
  readonly tasks: TaskQueue;
  readonly writer: ObjectWriter;
}

/** Import and export of map objects as files. */
export function exchangeHandlers({
  db,
  tasks,
  writer,
}: ExchangeDependencies): Pick<Handlers, 'uploadGPSFile' | 'exportMapObjects'> {
  return {
    async uploadGPSFile({ file, save, kinds, groupId, color }, caller, call) {
      const { language } = caller;
      const { forms, left } = await readUpload(file, { kinds, groupId, color, language });
      if (forms.found.length === 0) throw new NamedError('gps-file-empty');
      if (save) {
        const fileName = toStorableText(file.name, LIMITS.name);
        await transactionAs(db, caller, call, async (tx) => {
          await writer.requireTargetGroup(tx, caller, groupId);
          await insertAll(tx, writer, { forms, caller, call, fileName, groupId });
        });
      }
      return {
        objects: forms.found.slice(0, MAX_LISTED_OBJECTS),
        total: forms.found.length,
        counts: countsOf(forms),
        left,
        saved: save,
      };
    },

    async exportMapObjects({ kind, ids, format, name }, caller, call) {
      const { accountId, userId, language, timeZone } = caller;
      const taskProgressId = await transactionAs(db, caller, call, async (tx) => {
        const selectedIds = ids ?? null;
        const total = await countObjects(tx, caller, { kind, ids: selectedIds });
        if (total === 0) throw new NamedError('export-empty');
        await tasks.requireQuota(tx, accountId, call.now);
        return tasks.add(tx, {
          accountId,
          userId,
          definition: exportMapObjectsTask,
          subject: { userId, kind, ids: selectedIds, format, name: name ?? '', language, timeZone },
          total,
          now: call.now,
        });
      });
      return { taskProgressId };
    },
  };
}

interface ObjectImport {
  readonly forms: ImportForms;
  readonly caller: Caller;
  readonly call: Call;
  readonly fileName: string;
  readonly groupId: number | null;
}

/** Inserts all objects of a file with one entry in the audit log, and notifies the account's open maps. */
async function insertAll(
  tx: Tx,
  writer: ObjectWriter,
  { forms, caller, call, fileName, groupId }: ObjectImport,
): Promise<void> {
  const { accountId } = caller;
  const changedResources: ('fences' | 'labelPoints' | 'routes')[] = [];
  const insert = async <Form>(
    what: (typeof changedResources)[number],
    insertForms: Insert<Form>,
    list: readonly Form[],
  ) => {
    if (list.length === 0) return;
    await insertForms(tx, accountId, list, call.now);
    changedResources.push(what);
  };
  await insert('fences', writer.fences, forms.fences);
  await insert('labelPoints', writer.labelPoints, forms.labelPoints);
  await insert('routes', writer.routes, forms.routes);
  const after = { ...countsOf(forms), groupId };
  await recordAudit(tx, caller, call, { action: 'uploadGPSFile', target: fileName, after });
  for (const what of changedResources)
    await sendEvent(tx, { type: 'changed', what, accountId, userId: null });
}

function countsOf({ fences, labelPoints, routes }: ImportForms): Record<MapObjectKind, number> {
  return { fence: fences.length, labelPoint: labelPoints.length, route: routes.length };
}
