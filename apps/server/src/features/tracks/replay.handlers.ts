import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { ResultOf } from '@wakeline/contract/operation';
import type { queryTrackNotices } from '@wakeline/contract/tracks';
import { correctTrack } from '@wakeline/domain/correction/correct';
import type { MovementKind } from '@wakeline/domain/correction/movement-kind';
import type { Stand } from '@wakeline/domain/correction/stands';
import type { StayPlaces } from '@wakeline/domain/stay-places';
import { type Stay, staysOf } from '@wakeline/domain/stays';
import type { Track } from '@wakeline/domain/track';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Caller } from '../../http/caller.ts';
import { type Handlers, JsonPieces } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { countTrack, deleteTrackInParts } from '../../positions/delete-track.ts';
import { readColumns } from '../../positions/read-columns.ts';
import { trackParts } from '../../positions/read-track.ts';
import { chartOf } from './chart.ts';
import { kindOf } from './kind-of.ts';
import { replyText, wholeTrack } from './reply.ts';
import { requireStill, requireTrackers } from './require-trackers.ts';
import { mayDeleteTrack } from './tracks.policy.ts';
import { checkWindow, checkWindowOf } from './window.ts';

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
  return {
    async getTrackReplyByTime({ trackerId, startTime, endTime, correction }, caller, { now }) {
      checkWindow({ startTime, endTime });
      const trackerIds = await requireTrackers(db, caller, [trackerId]);
      const check = () => requireStill(db, caller, trackerIds, now);
      const window = { from: startTime, to: endTime };
      const read = await wholeTrack(readColumns(db, { ...window, trackerIds }, check), LIMITS.replyPoints);
      const { track, stands } =
        correction === 'none' ? asItCame(read) : corrected(read, await kindOf(db, trackerId));
      const limit = LIMITS.replayNotices;
      const notices = await noticesOfTracks(caller, { ...window, trackerIds, limit, now });
      const alarms = notices.map(({ createTime, msgType }) => ({ time: createTime, type: msgType }));
      const stays = staysOf(track);
      const facts = { alarms, stands, ...(await placesOfStays(caller, stays)) };
      return new JsonPieces(replyText(trackParts(db, { ...window, trackerId }), { track, stays, facts }));
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
      const { name } = await db
        .selectFrom('tracker')
        .where('tracker_id', '=', trackerId)
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

interface Line {
  readonly track: Track;
  /** What the correction gathered; of a track that was not corrected nothing. */
  readonly stands: readonly Stand[];
}

function asItCame(track: Track): Line {
  return { track, stands: [] };
}

function corrected(track: Track, kind: MovementKind): Line {
  const { track: line, report } = correctTrack(track, kind);
  return { track: line, stands: report.stands };
}
