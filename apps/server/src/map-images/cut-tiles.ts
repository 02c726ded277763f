import { NamedError } from '@wakeline/contract/errors';
import { placeLayer } from '@wakeline/domain/layers/layer-placement';
import { type ProcessBudget, runInProcess } from '../child-processes/run-in-process.ts';
import type { Db } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';
import type { Files } from '../files/files.ts';
import { writeArchives } from '../map-tiles/tile-archives.ts';
import { datumsOf } from '../map-tiles/tile-datum.ts';
import type { TaskRun, TaskWorker } from '../tasks/kinds.ts';
import type { CutLayerTilesSubject } from './cut-tiles.task.ts';
import type { CutTilesRequest, CutTilesResult } from './cut-tiles-process.ts';
import { failTiles, readTileTarget, type StoredImage, storeTiles } from './map-images.queries.ts';
import { boundsOfCorners } from './tile-geometry.ts';

const PROGRAM = new URL('./cut-tiles-process.ts', import.meta.url);

/** Two archives of 120 million pixels on a slow processor. Pixels are not JavaScript objects. */
const BUDGET: ProcessBudget = { milliseconds: 900_000, megabytes: 512 };
/** Fraction of the progress before the archives are stored. */
const CUT_PROGRESS = 0.95;

interface CutDependencies {
  readonly db: Db;
  readonly files: Files;
}

/**
 * Cuts the tiles of a layer in a child process, for maps in WGS-84 and, in its region, in GCJ-02. It fails with
 * `layer-changed` if the layer was changed or deleted meanwhile.
 */
export function cutLayerTilesWorker({ db, files }: CutDependencies): TaskWorker<CutLayerTilesSubject> {
  return {
    async run(run) {
      const { subject, accountId } = run;
      const image = await readTileTarget(db, subject);
      const tiles = await writeArchives(files, async (paths) => {
        const datums = datumsOf(boundsOf(image));
        const archives = datums.map((datum) => ({ datum, path: paths[datum] }));
        await cutInProcess(files, { image, archives, run });
        return { datums, details: null };
      });
      return {
        written: null,
        async commit(tx) {
          await tiles.record(tx, { accountId, name: 'layerTiles' });
          await storeTiles(tx, subject, tiles);
          await sendEvent(tx, { type: 'changed', what: 'layers', accountId, userId: null });
        },
      };
    },

    undo: (_taskId, subject) =>
      db.transaction().execute(async (tx) => {
        const { accountId } = subject;
        if (await failTiles(tx, subject))
          await sendEvent(tx, { type: 'changed', what: 'layers', accountId, userId: null });
      }),
  };
}

/** @throws NamedError `layer-off-map` and others if the points cannot place the picture */
function boundsOf(image: StoredImage) {
  const placement = placeLayer(image, image);
  if (typeof placement === 'string') throw new NamedError(placement);
  return boundsOfCorners(placement);
}

interface CutOptions {
  readonly image: StoredImage;
  readonly archives: CutTilesRequest['archives'];
  readonly run: TaskRun<CutLayerTilesSubject>;
}

async function cutInProcess(files: Files, { image, archives, run }: CutOptions): Promise<void> {
  const { width, height, layerPoints, mapPoints, method } = image;
  const path = await files.pathOf({ fileId: image.sourceFileId ?? image.fileId });
  if (path === null) throw new NamedError('file-unknown');
  const steps = runInProcess<CutTilesRequest, CutTilesResult>({
    program: PROGRAM,
    request: { path, archives, method, width, height, layerPoints, mapPoints },
    budget: BUDGET,
    budgetError: 'layer-file-costly',
    signal: run.signal,
  });
  for await (const done of steps) await run.progress(CUT_PROGRESS * done);
}
