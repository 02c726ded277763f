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
import { fitted } from './object-names.ts';
import { countObjects } from './object-parts.ts';
import { readUpload } from './read-upload.ts';

/** Objects of a file that are told one by one. */
const MOST_TOLD = 1_000;

type Insert<Form> = (tx: Tx, accountId: number, forms: readonly Form[], now: number) => Promise<unknown>;

/** How objects of the map are made: all that are given, or none. */
export interface MakeObjects {
  /** @throws NamedError `group-unknown` */
  readonly requirePlace: (tx: Tx, caller: Caller, groupId: number | null) => Promise<void>;
  readonly fences: Insert<FenceForm>;
  readonly labelPoints: Insert<LabelPointForm>;
  readonly routes: Insert<RouteForm>;
}

export interface ExchangeParts {
  readonly db: Db;
  readonly tasks: TaskQueue;
  readonly make: MakeObjects;
}

/** Files with objects of the map, in and out. */
export function exchangeHandlers({
  db,
  tasks,
  make,
}: ExchangeParts): Pick<Handlers, 'uploadGPSFile' | 'exportMapObjects'> {
  return {
    async uploadGPSFile({ file, save, kinds, groupId, color }, caller, call) {
      const { language } = caller;
      const { forms, left } = await readUpload(file, { kinds, groupId, color, language });
      if (forms.found.length === 0) throw new NamedError('gps-file-empty');
      if (save) {
        const fileName = fitted(file.name, LIMITS.name);
        await transactionAs(db, caller, call, async (tx) => {
          await make.requirePlace(tx, caller, groupId);
          await makeAll(tx, make, { forms, caller, call, fileName, groupId });
        });
      }
      return {
        objects: forms.found.slice(0, MOST_TOLD),
        total: forms.found.length,
        counts: countsOf(forms),
        left,
        saved: save,
      };
    },

    async exportMapObjects({ kind, ids, format, name }, caller, call) {
      const { accountId, userId, language, timeZone } = caller;
      const taskProgressId = await transactionAs(db, caller, call, async (tx) => {
        const only = ids ?? null;
        const total = await countObjects(tx, caller, { kind, ids: only });
        if (total === 0) throw new NamedError('export-empty');
        await tasks.requireRoom(tx, accountId, call.now);
        return tasks.add(tx, {
          accountId,
          userId,
          definition: exportMapObjectsTask,
          subject: { userId, kind, ids: only, format, name: name ?? '', language, timeZone },
          total,
          now: call.now,
        });
      });
      return { taskProgressId };
    },
  };
}

interface Making {
  readonly forms: ImportForms;
  readonly caller: Caller;
  readonly call: Call;
  readonly fileName: string;
  readonly groupId: number | null;
}

/** Makes all of a file's objects, with one entry in the audit log; the maps of the account follow. */
async function makeAll(
  tx: Tx,
  make: MakeObjects,
  { forms, caller, call, fileName, groupId }: Making,
): Promise<void> {
  const { accountId } = caller;
  const changed: ('fences' | 'labelPoints' | 'routes')[] = [];
  const insert = async <Form>(what: (typeof changed)[number], into: Insert<Form>, list: readonly Form[]) => {
    if (list.length === 0) return;
    await into(tx, accountId, list, call.now);
    changed.push(what);
  };
  await insert('fences', make.fences, forms.fences);
  await insert('labelPoints', make.labelPoints, forms.labelPoints);
  await insert('routes', make.routes, forms.routes);
  const after = { ...countsOf(forms), groupId };
  await recordAudit(tx, caller, call, { action: 'uploadGPSFile', target: fileName, after });
  for (const what of changed) await sendEvent(tx, { type: 'changed', what, accountId, userId: null });
}

function countsOf({ fences, labelPoints, routes }: ImportForms): Record<MapObjectKind, number> {
  return { fence: fences.length, labelPoint: labelPoints.length, route: routes.length };
}
