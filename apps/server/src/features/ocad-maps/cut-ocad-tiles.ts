import { NamedError } from '@wakeline/contract/errors';
import type { OcadTiles } from '@wakeline/contract/ocad-maps/ocad-map';
import { type ProcessBudget, runInProcess } from '../../child-processes/run-in-process.ts';
import type { Db, Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Files } from '../../files/files.ts';
import { type TileArchives, writeArchives } from '../../map-tiles/tile-archives.ts';
import type { TileDatum } from '../../map-tiles/tile-datum.ts';
import {
  failOcadTiles,
  lockOcadMap,
  readOcadMap,
  type StoredOcadMap,
  updateOcadMap,
} from '../../ocad/ocad-maps.queries.ts';
import type { TaskRun, TaskWorker } from '../../tasks/kinds.ts';
import type { CutOcadTilesSubject } from './cut-ocad-tiles.task.ts';
import type { CutTilesRequest, CutTilesResult } from './cut-tiles-process.ts';

const PROGRAM = new URL('./cut-tiles-process.ts', import.meta.url);

/** A map of 40,000 objects takes ten seconds and 900 MB on an idle processor. */
const BUDGET: ProcessBudget = { milliseconds: 600_000, megabytes: 2_048 };
const CUT_PROGRESS = 0.95;

interface CutDependencies {
  readonly db: Db;
  readonly files: Files;
}

/**
 * Cuts the tiles of a map in a child process, for base layers in WGS-84 and, in its region, in GCJ-02. It fails with
 * `ocad-changed` if the map was placed again meanwhile, and with `ocad-unknown` if it was deleted.
 */
export function cutOcadTilesWorker({ db, files }: CutDependencies): TaskWorker<CutOcadTilesSubject> {
  return {
    async run(run) {
      const { subject, accountId } = run;
      const map = await readOcadMap(db, subject);
      requireVersion(map, subject);
      const tiles = await writeArchives(files, (archives) => cutInProcess(files, { map, archives, run }));
      return {
        written: null,
        async commit(tx) {
          await tiles.record(tx, { accountId, name: 'ocadTiles' });
          await storeTiles(tx, files, subject, tiles);
          await sendEvent(tx, { type: 'changed', what: 'layers', accountId, userId: null });
        },
      };
    },

    undo: (_taskId, subject) =>
      db.transaction().execute(async (tx) => {
        const { accountId } = subject;
        const isFailed = await failOcadTiles(tx, subject);
        if (isFailed) await sendEvent(tx, { type: 'changed', what: 'layers', accountId, userId: null });
      }),
  };
}

function requireVersion(map: StoredOcadMap, { version }: CutOcadTilesSubject): void {
  if (map.version !== version) throw new NamedError('ocad-changed');
}

interface CutOptions {
  readonly map: StoredOcadMap;
  readonly archives: CutTilesRequest['archives'];
  readonly run: TaskRun<CutOcadTilesSubject>;
}

async function cutInProcess(
  files: Files,
  { map: { fileId, paperPoints, mapPoints, method }, archives, run }: CutOptions,
): Promise<{ readonly datums: readonly TileDatum[]; readonly details: OcadTiles }> {
  const path = await files.pathOf({ fileId });
  if (path === null) throw new NamedError('file-unknown');
  const results = runInProcess<CutTilesRequest, CutTilesResult>({
    program: PROGRAM,
    request: { path, archives, paperPoints, mapPoints, method },
    budget: BUDGET,
    budgetError: 'ocad-costly',
    signal: run.signal,
  });
  for await (const result of results) {
    if ('tiles' in result) return { datums: result.datums, details: result.tiles };
    await run.progress(CUT_PROGRESS * result.done);
  }
  throw new Error('the process that cuts tiles has ended without a result');
}

/** The content of replaced archives is removed by the clean-up of files without a row. */
async function storeTiles(
  tx: Tx,
  files: Files,
  subject: CutOcadTilesSubject,
  { details: tiles, tileFileId, tileGcj02FileId }: TileArchives<OcadTiles>,
): Promise<void> {
  const map = await lockOcadMap(tx, subject);
  requireVersion(map, subject);
  await updateOcadMap(tx, subject, { ...map, tiles, tileFileId, tileGcj02FileId, tileState: 'done' });
  await files.remove(
    tx,
    [map.tileFileId, map.tileGcj02FileId].filter((fileId) => fileId !== null),
  );
}
