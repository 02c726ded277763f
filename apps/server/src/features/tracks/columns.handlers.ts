import { encodeBlock, type TrackBlock } from '@wakeline/contract/track-blocks';
import type { Db } from '../../db/database.ts';
import { BytePieces, type Handlers } from '../../http/handler.ts';
import { type ColumnsWindow, readCoarseColumns, readColumns } from '../../positions/read-columns.ts';
import { requireStill, requireTrackers } from './require-trackers.ts';
import { checkWindowOf } from './window.ts';

type Done = 'getTrackColumns';

/** Tracks as columns of numbers, for replay. */
export function trackColumnHandlers(db: Db): Pick<Handlers, Done> {
  return {
    async getTrackColumns({ trackerIds, startTime, endTime, points }, caller, { now }) {
      checkWindowOf(trackerIds, { startTime, endTime });
      const ids = await requireTrackers(db, caller, trackerIds);
      const window = { trackerIds: ids, from: startTime, to: endTime, points };
      return blocksAsBytes(db, window, () => requireStill(db, caller, ids, now));
    },
  };
}

/**
 * The blocks of some tracks as the bytes of an answer: every fix, or about `points` in all.
 *
 * @param check whether the reader still may have them, asked before each block; where it throws, the answer breaks off.
 */
export function blocksAsBytes(
  db: Db,
  { points, ...window }: ColumnsWindow & { readonly points: number | undefined },
  check: () => Promise<void>,
): BytePieces {
  const blocks =
    points === undefined
      ? readColumns(db, window, check)
      : readCoarseColumns(db, { ...window, points }, check);
  return new BytePieces(bytesOf(blocks));
}

async function* bytesOf(blocks: AsyncIterable<TrackBlock>): AsyncGenerator<Uint8Array> {
  for await (const block of blocks) yield encodeBlock(block);
}
