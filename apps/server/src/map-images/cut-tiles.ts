import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NamedError } from '@wakeline/contract/errors';
import { placeLayer } from '@wakeline/domain/layers/layer-placement';
import { type ProcessBudget, runInProcess } from '../child-processes/run-in-process.ts';
import type { Db } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';
import type { Files } from '../files/files.ts';
import type { WrittenFile } from '../files/folder.ts';
import type { TaskRun, TaskWorker } from '../tasks/kinds.ts';
import type { CutLayerTilesSubject } from './cut-tiles.task.ts';
import type { CutTilesRequest, CutTilesResult } from './cut-tiles-process.ts';
import { failTiles, readTileTarget, type StoredImage, storeTiles } from './map-images.queries.ts';
import { type TileDatum, touchesGcj02 } from './tile-geometry.ts';

const PROGRAM = new URL('./cut-tiles-process.ts', import.meta.url);

/** Two archives of 120 million pixels on a slow processor. Pixels are not JavaScript objects. */
const BUDGET: ProcessBudget = { milliseconds: 900_000, megabytes: 512 };
/** PMTiles has no registered media type. */
const TILES_MEDIA_TYPE = 'application/octet-stream';
/** Fraction of the progress before the archives are stored. */
const CUT_PROGRESS = 0.95;

interface CutDependencies {
  readonly db: Db;
  readonly files: Files;
}

/** One process at a time on each server: it holds all pixels of a picture, up to 500 MB. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Cuts the tiles of a layer in a child process, for maps in WGS-84 and, in its region, in GCJ-02. It fails with
 * `layer-changed` if the layer was changed or deleted meanwhile.
 */
export function cutLayerTilesWorker({ db, files }: CutDependencies): TaskWorker<CutLayerTilesSubject> {
  return {
    async run(run) {
      const { subject, accountId } = run;
      const image = await readTileTarget(db, subject);
      const folder = await mkdtemp(join(tmpdir(), 'wakeline-tiles-'));
      const written: WrittenFile[] = [];
      try {
        const archives = datumsOf(image).map((datum) => ({ datum, path: join(folder, `${datum}.pmtiles`) }));
        const cut = queue.then(() => cutInProcess(files, { image, archives, run }));
        queue = cut.catch(() => undefined);
        await cut;
        for (const { path } of archives) written.push(await files.write(createReadStream(path)));
      } catch (error) {
        await files.discard(written.map(({ fileId }) => fileId));
        throw error;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
      const [wgs84, gcj02] = written;
      return {
        written: null,
        async commit(tx) {
          for (const file of written)
            await files.record(tx, file, {
              accountId,
              kind: 'tiles',
              userId: null,
              mediaType: TILES_MEDIA_TYPE,
              name: 'layerTiles',
              expiresAt: null,
            });
          await storeTiles(tx, subject, {
            tileFileId: wgs84?.fileId ?? null,
            tileGcj02FileId: gcj02?.fileId ?? null,
          });
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
function datumsOf(image: StoredImage): readonly TileDatum[] {
  const placement = placeLayer(image, image);
  if (typeof placement === 'string') throw new NamedError(placement);
  return touchesGcj02(placement) ? ['wgs84', 'gcj02'] : ['wgs84'];
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
