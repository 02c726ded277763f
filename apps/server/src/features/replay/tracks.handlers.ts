import type { Database } from '../../db/database.ts';
import { type Handlers, JsonChunks } from '../../http/handler.ts';
import type { PositionHistory } from '../../positions/position-store.ts';
import { readTrackBatches, type TrackWindow } from '../../positions/read-track.ts';
import { createPointMapper, readPointDetails } from './points.ts';
import { requireTrackers } from './require-trackers.ts';
import { checkWindow } from './window.ts';

type TrackOperation = 'getTrackByTime' | 'getTrackPartByTime';

/** Characters per chunk: as much as a connection takes at once. */
const CHUNK_LENGTH = 65_536;

/** Tracks for replay. */
/** @param history for the tracks; rights are read from `db` */
export function trackHandlers(
  { db }: Pick<Database, 'db'>,
  history: PositionHistory,
): Pick<Handlers, TrackOperation> {
  /**
   * Streams the response while the track is read: a month at 1 Hz would be half a gigabyte of text. With `limit` it sends
   * one page and the start time of the next one.
   */
  async function* toPointChunks(window: TrackWindow, limit: number | null = null): AsyncGenerator<string> {
    const toPoint = createPointMapper(await readPointDetails(db, window.trackerId));
    let count = 0;
    let chunk = '{"points":[';
    let separator = '';
    for await (const page of readTrackBatches(history, window)) {
      for (const position of page) {
        if (!position.fix.valid) continue;
        if (count === limit) {
          yield `${chunk}],"nextTime":${position.time}}`;
          return;
        }
        count += 1;
        chunk += separator + JSON.stringify(toPoint(position));
        separator = ',';
        if (chunk.length < CHUNK_LENGTH) continue;
        yield chunk;
        chunk = '';
      }
    }
    yield limit === null ? `${chunk}]}` : `${chunk}],"nextTime":null}`;
  }

  return {
    async getTrackByTime({ trackerId, startTime, endTime }, caller, { now }) {
      checkWindow({ startTime, endTime });
      await requireTrackers(db, caller, [trackerId]);
      return new JsonChunks(toPointChunks({ trackerId, from: startTime, to: endTime, now }));
    },

    async getTrackPartByTime({ trackerId, startTime, endTime, limit }, caller, { now }) {
      // The last page may be a single point at the end of the window.
      if (startTime !== endTime) checkWindow({ startTime, endTime });
      await requireTrackers(db, caller, [trackerId]);
      return new JsonChunks(toPointChunks({ trackerId, from: startTime, to: endTime, now }, limit));
    },
  };
}
