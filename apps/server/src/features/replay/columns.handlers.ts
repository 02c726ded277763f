import type { Db } from '../../db/database.ts';
import { ByteChunks, type Handlers } from '../../http/handler.ts';
import { encodeTrackBlocks } from '../../positions/encode-track-blocks.ts';
import { recheckAccess, requireTrackers } from './require-trackers.ts';
import { checkTrackersWindow } from './window.ts';

type TrackColumnOperation = 'getTrackColumns';

/** Tracks as columns of numbers for replays. */
export function trackColumnHandlers(db: Db): Pick<Handlers, TrackColumnOperation> {
  return {
    async getTrackColumns({ trackerIds, startTime, endTime, points }, caller, { now }) {
      checkTrackersWindow(trackerIds, { startTime, endTime });
      const ids = await requireTrackers(db, caller, trackerIds);
      const window = { trackerIds: ids, from: startTime, to: endTime, now, points };
      return new ByteChunks(encodeTrackBlocks(db, window, () => recheckAccess(db, caller, ids, now)));
    },
  };
}
