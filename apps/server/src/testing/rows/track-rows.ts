import { fixAt, storeFixes } from '../fixes.ts';
import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { type Owner, type Rows, rowWithoutIds } from './row.ts';

/** The rows of tracks. */
export function trackRows(world: World, { createTracker }: Makers) {
  const {
    database: { db },
    clock,
  } = world;
  async function oneTracker(owner: Owner) {
    const endTime = clock.now();
    return { trackerId: await createTracker(owner), startTime: endTime - 60_000, endTime };
  }
  async function trackerList(owner: Owner) {
    const { trackerId, ...span } = await oneTracker(owner);
    return { trackerIds: [trackerId], ...span };
  }

  return {
    getTrackByTime: { payload: oneTracker, otherAccountError: 'tracker-unknown' },
    getTrackPartByTime: { payload: oneTracker, otherAccountError: 'tracker-unknown' },
    getTrackColumns: { payload: trackerList, otherAccountError: 'tracker-unknown' },
    queryTrackContext: { payload: trackerList, otherAccountError: 'tracker-unknown' },
    getTrackReplyByTime: {
      payload: oneTracker,
      expectedError: 'track-none',
      otherAccountError: 'tracker-unknown',
    },
    getChartData: { payload: oneTracker, otherAccountError: 'tracker-unknown' },
    queryTrackNotices: { payload: trackerList, otherAccountError: 'tracker-unknown' },
    countTrackByTime: { payload: oneTracker, otherAccountError: 'tracker-unknown' },
    deleteTrackByTime: {
      async payload(owner) {
        const payload = await oneTracker(owner);
        // A call that deletes nothing leaves no audit entry.
        await storeFixes(db, payload.trackerId, [fixAt(payload.startTime)]);
        return payload;
      },
      otherAccountError: 'tracker-unknown',
    },
    exportTrack: {
      payload: async (owner) => ({ ...(await trackerList(owner)), format: 'gpx' as const }),
      expectedError: 'track-none',
      otherAccountError: 'tracker-unknown',
    },
    importTrack: {
      payload: async (owner) => ({
        trackerId: await createTracker(owner),
        file: new File(['time,latitude,longitude\n2026-05-01T10:00:00Z,36.1,120.3\n'], 'pier.csv'),
      }),
      otherAccountError: 'tracker-unknown',
    },
    matchTrack: { payload: oneTracker, expectedError: 'matching-none', otherAccountError: 'tracker-unknown' },
    queryReplaySetup: rowWithoutIds(() => ({})),
  } satisfies Partial<Rows>;
}
