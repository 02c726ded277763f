import type { Db } from '../../db/database.ts';
import { BytePieces, type Handlers } from '../../http/handler.ts';
import { trackBytes } from '../../positions/track-bytes.ts';
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
      return new BytePieces(trackBytes(db, window, () => requireStill(db, caller, ids, now)));
    },
  };
}
