import { createMatch } from '../create-match.ts';
import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import type { Owner, Rows } from './row.ts';

const HOUR_MS = 3_600_000;

/** The rows of live video. The server of the test receives none. */
export function videoRows(world: World, { uniqueName }: Makers) {
  const { db } = world.database;

  async function ofMatch({ accountId }: Owner) {
    const now = world.clock.now();
    const times = { startTime: now, endTime: now + HOUR_MS };
    const details = { matchName: uniqueName(), ...times };
    return { matchId: await db.transaction().execute((tx) => createMatch(tx, accountId, details, now)) };
  }

  const otherAccountError = 'match-unknown';
  return {
    deleteMatchRecording: {
      payload: async (owner) => ({ ...(await ofMatch(owner)), recordingId: 2_000_000_000 }),
      expectedError: 'match-recording-unknown',
      otherAccountError,
    },
    endVideo: { payload: ofMatch, expectedError: 'video-not-started', otherAccountError },
    queryEventVideo: {
      payload: async () => ({ code: 'A'.repeat(16) }),
      expectedError: 'event-unknown',
      otherAccountError: null,
    },
    queryVideo: { payload: ofMatch, otherAccountError },
    renewStreamKey: { payload: ofMatch, expectedError: 'video-off', otherAccountError },
    setMatchRecording: {
      payload: async (owner) => ({ ...(await ofMatch(owner)), record: true, publish: false }),
      otherAccountError,
    },
  } satisfies Partial<Rows>;
}
