import type { Database } from '../../db/database.ts';
import { type Handlers, JsonPieces } from '../../http/handler.ts';
import { type TrackWindow, trackParts } from '../../positions/read-track.ts';
import { pointLabelOf, pointMaker } from './points.ts';
import { requireTrackers } from './require-trackers.ts';
import { checkWindow } from './window.ts';

type TrackOperation = 'getTrackByTime' | 'getTrackPartByTime';

/** Characters that are put together before they are sent: as much as a connection takes at once. */
const PIECE = 65_536;

/** Tracks for replay. */
export function trackHandlers({ db }: Database): Pick<Handlers, TrackOperation> {
  /**
   * The answer goes out while the track is read: a month of one fix a second would be a text of half a gigabyte. With `limit` it is
   * one part, and says when the next one starts.
   */
  async function* pointsText(window: TrackWindow, limit: number | null = null): AsyncGenerator<string> {
    const toPoint = pointMaker(await pointLabelOf(db, window.trackerId));
    let count = 0;
    let piece = '{"points":[';
    let separator = '';
    for await (const part of trackParts(db, window)) {
      for (const position of part) {
        if (!position.fix.valid) continue;
        if (count === limit) {
          yield `${piece}],"nextTime":${position.time}}`;
          return;
        }
        count += 1;
        piece += separator + JSON.stringify(toPoint(position));
        separator = ',';
        if (piece.length < PIECE) continue;
        yield piece;
        piece = '';
      }
    }
    yield limit === null ? `${piece}]}` : `${piece}],"nextTime":null}`;
  }

  return {
    async getTrackByTime({ trackerId, startTime, endTime }, caller) {
      checkWindow({ startTime, endTime });
      await requireTrackers(db, caller, [trackerId]);
      return new JsonPieces(pointsText({ trackerId, from: startTime, to: endTime }));
    },

    async getTrackPartByTime({ trackerId, startTime, endTime, limit }, caller) {
      // The last part may be one point, at the very end of the window.
      if (startTime !== endTime) checkWindow({ startTime, endTime });
      await requireTrackers(db, caller, [trackerId]);
      return new JsonPieces(pointsText({ trackerId, from: startTime, to: endTime }, limit));
    },
  };
}
