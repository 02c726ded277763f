import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Correction, queryTrackNotices } from '@wakeline/contract/replay/tracks';
import type { StayPlaces } from '@wakeline/domain/tracks/stay-places';
import { type Stay, staysOf } from '@wakeline/domain/tracks/stays';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import { type Handlers, JsonPieces } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { countTrack, deleteTrackInParts } from '../../positions/delete-track.ts';
import { readColumns } from '../../positions/read-columns.ts';
import { trackParts } from '../../positions/read-track.ts';
import { trackerById } from '../../trackers/in-scope.ts';
import { chartOf } from './chart.ts';
import { correctInThread } from './correct-in-thread.ts';
import { kindOf } from './kind-of.ts';
import { pointLabelOf } from './points.ts';
import { replyOf, replyText, wholeTrack } from './reply.ts';
import { requireStill, requireTrackers } from './require-trackers.ts';
import { mayDeleteTrack } from './tracks.policy.ts';
import { checkWindow, checkWindowOf } from './window.ts';
import { WorkQueue } from './work-queue.ts';

/** Whole tracks that are in memory, and are worked on, at once: of a reply that goes out much less is kept. */
const TRACKS_AT_ONCE = 2;

type Done =
  | 'getTrackReplyByTime'
  | 'getChartData'
  | 'queryTrackNotices'
  | 'countTrackByTime'
  | 'deleteTrackByTime';

export interface ReplayParts {
  readonly db: Db;
  /** Of the notices that the reader sees those with a place that reports of some trackers between two times caused, oldest first. */
  readonly noticesOfTracks: (
    reader: Caller,
    of: {
      readonly trackerIds: readonly number[];
      readonly from: number;
      readonly to: number;
      readonly limit: number;
      readonly now: number;
    },
  ) => Promise<ResultOf<typeof queryTrackNotices>['list']>;
  /** Whether stays lie in fences and at labelled points that the reader sees. */
  readonly placesOfStays: (reader: Caller, stays: readonly Stay[]) => Promise<StayPlaces>;
}

/** What a replay shows besides its lines, and the end of a part of a track. */
export function replayHandlers({ db, noticesOfTracks, placesOfStays }: ReplayParts): Pick<Handlers, Done> {
  const queue = new WorkQueue(TRACKS_AT_ONCE);

  async function readReply({ trackerId, from, to, correction }: ReplyWindow, caller: Caller, now: number) {
    const trackerIds = [trackerId];
    const check = () => requireStill(db, caller, trackerIds, now);
    const read = await wholeTrack(readColumns(db, { from, to, trackerIds }, check), LIMITS.replyPoints);
    const { track, stands } =
      correction === 'none'
        ? { track: read, stands: [] }
        : await correctInThread(read, await kindOf(db, trackerId));
    const limit = LIMITS.replayNotices;
    const notices = await noticesOfTracks(caller, { from, to, trackerIds, limit, now });
    const alarms = notices.map(({ createTime, msgType }) => ({ time: createTime, type: msgType }));
    const stays = staysOf(track);
    const facts = { alarms, stands, ...(await placesOfStays(caller, stays)) };
    return replyOf({ track, stays, facts });
  }

  return {
    async getTrackReplyByTime({ trackerId, startTime, endTime, correction }, caller, { now }) {
      checkWindow({ startTime, endTime });
      await requireTrackers(db, caller, [trackerId]);
      const window = { trackerId, from: startTime, to: endTime };
      const reply = await queue.run(() => readReply({ ...window, correction }, caller, now));
      const label = await pointLabelOf(db, trackerId);
      return new JsonPieces(replyText(trackParts(db, window), reply, label));
    },

    async getChartData({ trackerId, startTime: from, endTime: to, points }, caller, { now }) {
      checkWindow({ startTime: from, endTime: to });
      const trackerIds = await requireTrackers(db, caller, [trackerId]);
      const check = () => requireStill(db, caller, trackerIds, now);
      return chartOf(readColumns(db, { trackerIds, from, to }, check), { from, to, points });
    },

    async queryTrackNotices({ trackerIds, startTime, endTime }, caller, { now }) {
      checkWindowOf(trackerIds, { startTime, endTime });
      const ids = await requireTrackers(db, caller, trackerIds);
      const most = LIMITS.replayNotices;
      const window = { trackerIds: ids, from: startTime, to: endTime, now };
      const notices = await noticesOfTracks(caller, { ...window, limit: most + 1 });
      const list = notices.slice(0, most);
      return { list, total: list.length, more: notices.length > most };
    },

    async countTrackByTime({ trackerId, startTime, endTime }, caller) {
      checkWindow({ startTime, endTime });
      await requireTrackers(db, caller, [trackerId], mayDeleteTrack);
      return countTrack(db, trackerId, { from: startTime, to: endTime });
    },

    async deleteTrackByTime({ trackerId, startTime, endTime }, caller, call) {
      checkWindow({ startTime, endTime });
      await requireTrackers(db, caller, [trackerId], mayDeleteTrack);
      const { name } = await trackerById(db, trackerId)
        .select('name')
        .executeTakeFirstOrThrow(() => new NamedError('tracker-unknown'));
      const window = { from: startTime, to: endTime };
      const deleted = await deleteTrackInParts(db, trackerId, window, {
        transaction: (work) => transactionAs(db, caller, call, work),
        first: (tx) =>
          recordAudit(tx, caller, call, {
            action: 'deleteTrackByTime',
            target: name,
            before: { startTime, endTime },
          }),
      });
      return { deleted };
    },
  };
}

interface ReplyWindow {
  readonly trackerId: number;
  /** Epoch milliseconds, both included. */
  readonly from: number;
  readonly to: number;
  readonly correction: Correction;
}
