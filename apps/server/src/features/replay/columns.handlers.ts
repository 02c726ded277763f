import type { TrackContexts } from '@wakeline/contract/replay/tracks';
import { replayRule } from '@wakeline/contract/settings/account-settings';
import type { Db } from '../../db/database.ts';
import { ByteChunks, type Handlers } from '../../http/handler.ts';
import { encodeTrackBlocks } from '../../positions/encode-track-blocks.ts';
import type { PositionHistory } from '../../positions/position-store.ts';
import { readTrackContext } from '../../positions/track-context.ts';
import { readReportSettings } from '../../reports/report-settings.ts';
import { recheckAccess, requireTrackers } from './require-trackers.ts';
import { checkTrackersWindow } from './window.ts';

type TrackColumnOperation = 'getTrackColumns' | 'queryTrackContext';

/** Devices whose surroundings are read at the same time. */
const CONCURRENT_CONTEXTS = 4;

/** Tracks as columns of numbers for replays. @param history for the tracks; rights are read from `db` */
export function trackColumnHandlers(db: Db, history: PositionHistory): Pick<Handlers, TrackColumnOperation> {
  return {
    async getTrackColumns({ trackerIds, startTime, endTime, points }, caller, { now }) {
      checkTrackersWindow(trackerIds, { startTime, endTime });
      const ids = await requireTrackers(db, caller, trackerIds);
      const window = { trackerIds: ids, from: startTime, to: endTime, now, points };
      return new ByteChunks(encodeTrackBlocks(history, window, () => recheckAccess(db, caller, ids, now)));
    },

    async queryTrackContext({ trackerIds, startTime: from, endTime: to }, caller, { now }) {
      checkTrackersWindow(trackerIds, { startTime: from, endTime: to });
      const ids = await requireTrackers(db, caller, trackerIds);
      const list: TrackContexts['list'] = [];
      for (let at = 0; at < ids.length; at += CONCURRENT_CONTEXTS) {
        const some = ids.slice(at, at + CONCURRENT_CONTEXTS).map(async (trackerId) => {
          const { start, before, after } = await readTrackContext(history, { trackerId, from, to, now });
          return { trackerId, start, before: [...before], after: [...after] };
        });
        list.push(...(await Promise.all(some)));
      }
      return { ...replayRule.parse(await readReportSettings(db, caller.accountId)), list };
    },
  };
}
