import { fixAt, storeFixes } from '../fixes.ts';
import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { type Owner, own, type Rows } from './row.ts';

/** The rows of histories. */
export function trackRows(world: World, { tracker }: Makers) {
  const {
    database: { db },
    clock,
  } = world;
  async function window(owner: Owner) {
    const endTime = clock.now();
    return { trackerId: await tracker(owner), startTime: endTime - 60_000, endTime };
  }
  async function windows(owner: Owner) {
    const { trackerId, ...span } = await window(owner);
    return { trackerIds: [trackerId], ...span };
  }

  return {
    getTrackByTime: { payload: window, foreign: 'tracker-unknown' },
    getTrackPartByTime: { payload: window, foreign: 'tracker-unknown' },
    getTrackColumns: { payload: windows, foreign: 'tracker-unknown' },
    getTrackReplyByTime: { payload: window, outcome: 'track-none', foreign: 'tracker-unknown' },
    getChartData: { payload: window, foreign: 'tracker-unknown' },
    queryTrackNotices: { payload: windows, foreign: 'tracker-unknown' },
    countTrackByTime: { payload: window, foreign: 'tracker-unknown' },
    deleteTrackByTime: {
      async payload(owner) {
        const asked = await window(owner);
        // Who deletes nothing leaves nothing in the audit log.
        await storeFixes(db, asked.trackerId, [fixAt(asked.startTime)]);
        return asked;
      },
      foreign: 'tracker-unknown',
    },
    exportTrack: {
      payload: async (owner) => ({ ...(await windows(owner)), format: 'gpx' as const }),
      outcome: 'track-none',
      foreign: 'tracker-unknown',
    },
    importTrack: {
      payload: async (owner) => ({
        trackerId: await tracker(owner),
        file: new File(['time,latitude,longitude\n2026-05-01T10:00:00Z,36.1,120.3\n'], 'pier.csv'),
      }),
      foreign: 'tracker-unknown',
    },
    matchTrack: { payload: window, outcome: 'matching-none', foreign: 'tracker-unknown' },
    queryReplaySetup: own(() => ({})),
  } satisfies Partial<Rows>;
}
