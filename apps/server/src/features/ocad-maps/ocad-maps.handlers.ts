import { readFile } from 'node:fs/promises';
import { NamedError } from '@wakeline/contract/errors';
import type { OcadMap, OcadPlacementForm } from '@wakeline/contract/ocad-maps/ocad-map';
import { type AuditEntry, difference, recordAudit } from '../../audit/record.ts';
import { type ProcessBudget, runInProcess } from '../../child-processes/run-in-process.ts';
import type { Db, Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Files } from '../../files/files.ts';
import type { Call } from '../../http/call.ts';
import { ByteChunks, type Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import {
  filesOfOcadMap,
  insertOcadMap,
  lockOcadMap,
  type OcadMapFields,
  readOcadMap,
  readOcadMaps,
  type StoredOcadMap,
  updateOcadMap,
} from '../../ocad/ocad-maps.queries.ts';
import { placeOcadMap } from '../../ocad/ocad-placement.ts';
import type { TaskQueue } from '../../tasks/task-queue.ts';
import { cutOcadTilesTask } from './cut-ocad-tiles.task.ts';
import { canAddOcadMaps, ocadMapAbilities } from './ocad-maps.policy.ts';
import type { PrintRequest } from './print-process.ts';
import { readOcadUpload } from './read-ocad-upload.ts';

type OcadOperation =
  | 'queryOcadMaps'
  | 'addOcadMap'
  | 'editOcadMap'
  | 'changeOcadMapDisplay'
  | 'deleteOcadMap'
  | 'printOcadMap';

/** A page of a map of 40,000 objects takes ten seconds on an idle processor. */
const PRINT_BUDGET: ProcessBudget = { milliseconds: 120_000, megabytes: 1_536 };

interface OcadDependencies {
  readonly db: Db;
  readonly files: Files;
  readonly tasks: TaskQueue;
}

/** Maps of OCAD files. */
export function ocadMapHandlers({ db, files, tasks }: OcadDependencies): Pick<Handlers, OcadOperation> {
  /** Adds the task that cuts the tiles of a map. @throws NamedError `task-limit`, `task-queue-full` */
  async function requestTiles(tx: Tx, caller: Caller, call: Call, mapId: number, map: OcadMapFields) {
    const { accountId, userId } = caller;
    await tasks.requireQuota(tx, accountId, call.now);
    const { mapName, version } = map;
    const subject = { accountId, mapId, mapName, version };
    const definition = cutOcadTilesTask;
    await tasks.add(tx, { accountId, userId, definition, subject, total: 1, now: call.now });
  }

  return {
    async queryOcadMaps({ display }, caller) {
      const abilities = ocadMapAbilities(caller);
      const maps = await readOcadMaps(db, caller.accountId, display);
      const list = maps.map((map): OcadMap => ({ ...toOcadMap(map, files), abilities }));
      return { list, total: list.length, abilities: { add: canAddOcadMaps(caller) } };
    },

    async addOcadMap({ ocadFile, mapName }, caller, call) {
      const { accountId } = caller;
      const details = await readOcadUpload(ocadFile);
      const written = await files.write(await readFile(ocadFile.path));
      const map: OcadMapFields = {
        mapName,
        fileId: written.fileId,
        details,
        display: 'SHOW',
        ...NO_POINTS,
        ...NO_TILES,
        version: 1,
      };
      try {
        const mapId = await transactionAs(db, caller, call, async (tx) => {
          await files.record(tx, written, {
            accountId,
            kind: 'source',
            // No owner: the file stays when its uploader is deleted.
            userId: null,
            mediaType: 'application/octet-stream',
            name: 'ocadMap',
            expiresAt: null,
          });
          const insertedId = await insertOcadMap(tx, accountId, map);
          await requestTiles(tx, caller, call, insertedId, map);
          await recordChange(tx, caller, call, {
            action: 'addOcadMap',
            target: mapName,
            after: auditDetailsOf(map),
          });
          return insertedId;
        });
        return { mapId };
      } catch (error) {
        await files.discard([written.fileId]);
        throw error;
      }
    },

    async editOcadMap({ mapId, uid: _, ...changes }, caller, call) {
      const { accountId } = caller;
      await transactionAs(db, caller, call, async (tx) => {
        const before = await lockOcadMap(tx, { accountId, mapId });
        const placement: OcadPlacementForm = {
          paperPoints: changes.paperPoints ?? before.paperPoints,
          mapPoints: changes.mapPoints ?? before.mapPoints,
          method: changes.method ?? before.method,
        };
        const isMoved = !isSamePlacement(placement, before);
        if (isMoved) requirePlacement(placement, before);
        const after: OcadMapFields = {
          ...before,
          ...placement,
          mapName: changes.mapName ?? before.mapName,
          // The map stays at its former position until the new tiles are there.
          ...(isMoved && { tileState: 'waiting', version: before.version + 1 }),
        };
        await updateOcadMap(tx, { accountId, mapId }, after);
        if (isMoved) await requestTiles(tx, caller, call, mapId, after);
        const changed = difference(auditDetailsOf(before), auditDetailsOf(after));
        await recordChange(tx, caller, call, { action: 'editOcadMap', target: before.mapName, ...changed });
      });
      return {};
    },

    async changeOcadMapDisplay({ mapId, display }, caller, call) {
      const { accountId } = caller;
      await transactionAs(db, caller, call, async (tx) => {
        const before = await lockOcadMap(tx, { accountId, mapId });
        await updateOcadMap(tx, { accountId, mapId }, { ...before, display });
        await recordChange(tx, caller, call, {
          action: 'changeOcadMapDisplay',
          target: before.mapName,
          before: { display: before.display },
          after: { display },
        });
      });
      return {};
    },

    async deleteOcadMap({ mapId }, caller, call) {
      const { accountId } = caller;
      const fileIds = await transactionAs(db, caller, call, async (tx) => {
        const before = await lockOcadMap(tx, { accountId, mapId });
        // The foreign key deletes the map together with its file.
        await files.remove(tx, filesOfOcadMap(before));
        await recordChange(tx, caller, call, {
          action: 'deleteOcadMap',
          target: before.mapName,
          before: auditDetailsOf(before),
        });
        return filesOfOcadMap(before);
      });
      await files.discard(fileIds);
      return {};
    },

    async printOcadMap({ mapId, scale, paper, landscape, x, y, hiddenColors }, { accountId }) {
      const map = await readOcadMap(db, { accountId, mapId });
      const path = await files.pathOf(map);
      if (path === null) throw new NamedError('file-unknown');
      const request: PrintRequest = {
        path,
        title: map.mapName,
        scale,
        paper,
        landscape,
        centre: x === undefined || y === undefined ? null : [x, y],
        hiddenColors,
      };
      const program = new URL('./print-process.ts', import.meta.url);
      return new ByteChunks(
        runInProcess<PrintRequest, Uint8Array>({
          program,
          request,
          budget: PRINT_BUDGET,
          budgetError: 'ocad-costly',
        }),
      );
    },
  };
}

const NO_POINTS: OcadPlacementForm = { paperPoints: [], mapPoints: [], method: 'automatic' };
const NO_TILES = { tileState: 'waiting', tiles: null, tileFileId: null, tileGcj02FileId: null } as const;

function toOcadMap(
  { fileId: _, tileFileId, tileGcj02FileId, version: __, details, ...map }: StoredOcadMap,
  files: Files,
): Omit<OcadMap, 'abilities'> {
  const addressOf = (id: string | null) => (id === null ? null : files.addressOf(id));
  const hasPoints = map.paperPoints.length > 0;
  return {
    ...map,
    ...details,
    position: hasPoints ? 'points' : details.coordinateSystem === null ? 'none' : 'file',
    tileUrl: addressOf(tileFileId),
    tileUrlGcj02: addressOf(tileGcj02FileId),
  };
}

function isSamePlacement(a: OcadPlacementForm, b: OcadPlacementForm): boolean {
  const text = ({ paperPoints, mapPoints, method }: OcadPlacementForm) =>
    JSON.stringify([paperPoints, mapPoints, method]);
  return text(a) === text(b);
}

/** @throws NamedError the reason why these points cannot place a map */
function requirePlacement(placement: OcadPlacementForm, { details }: OcadMapFields): void {
  placeOcadMap({ ...placement, ...details }, null);
}

/** Details of a map in the audit log. */
function auditDetailsOf({ mapName, display, paperPoints, mapPoints, method, fileId }: OcadMapFields) {
  return { mapName, display, paperPoints, mapPoints, method, file: fileId };
}

/** Records a change in the audit log and notifies the account's open maps. */
async function recordChange(tx: Tx, caller: Caller, call: Call, entry: AuditEntry): Promise<void> {
  await recordAudit(tx, caller, call, entry);
  await sendEvent(tx, { type: 'changed', what: 'layers', accountId: caller.accountId, userId: null });
}
