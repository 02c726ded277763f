import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import type { Handlers } from '../../http/handler.ts';
import { readLiveOverview } from '../../trackers/live-overview.ts';
import { readTrackers } from '../../trackers/read.ts';
import { ownerOf, presentTracker } from './present.ts';
import { canReadTracker } from './trackers.policy.ts';

/** The first picture of the live map. */
export function liveOverviewHandlers(
  db: Db,
  { addressOf }: Pick<Files, 'addressOf'>,
): Pick<Handlers, 'queryLiveOverview'> {
  return {
    async queryLiveOverview({ bounds, zoom }, caller, { now }) {
      const { trackerIds, ...overview } = await readLiveOverview(db, caller, { bounds, zoom }, now);
      const rows = trackerIds.length === 0 ? [] : await readTrackers(db, caller, trackerIds);
      const trackers = rows
        .filter((row) => canReadTracker(caller, ownerOf(row)))
        .map((row) => presentTracker(row, caller, { now, addressOf }));
      return { ...overview, groups: [...overview.groups], clusters: [...overview.clusters], trackers };
    },
  };
}
