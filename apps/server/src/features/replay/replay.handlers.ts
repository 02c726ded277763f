import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Correction, queryTrackNotices } from '@wakeline/contract/replay/tracks';
import { toReplayRule } from '@wakeline/contract/settings/account-settings';
import type { StayLocator } from '@wakeline/domain/tracks/stay-locator';
import type { Stay } from '@wakeline/domain/tracks/stays';
import { activitiesOf } from '@wakeline/domain/tracks/track-activities';
import { recordAudit } from '../../audit/record.ts';
import { type Handlers, JsonChunks } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { countTrack, deleteTrackInBatches } from '../../positions/delete-track.ts';
import type { PositionHistory } from '../../positions/position-store.ts';
import { readColumns } from '../../positions/read-columns.ts';
import { readTrackBatches } from '../../positions/read-track.ts';
import { readTrackContext } from '../../positions/track-context.ts';
import { readReportSettings } from '../../reports/report-settings.ts';
import { trackerById } from '../../trackers/in-scope.ts';
import { createChart } from './chart.ts';
import { correctInProcess } from './correct-in-process.ts';
import { readMovementKind } from './movement-kind.ts';
import { readPointDetails } from './points.ts';
import { collectTrack, toReply, toReplyChunks } from './reply.ts';
import { recheckAccess, requireTrackers } from './require-trackers.ts';
import { canDeleteTrack } from './tracks.policy.ts';
import { checkTrackersWindow, checkWindow } from './window.ts';
import { WorkQueue } from './work-queue.ts';

/** Full tracks in memory at once; a reply that is being sent needs much less. */
const MAX_CONCURRENT_TRACKS = 2;

type ReplayOperation =
  | 'getTrackReplyByTime'
  | 'getChartData'
  | 'queryTrackNotices'
  | 'countTrackByTime'
  | 'deleteTrackByTime';

export interface ReplayDependencies extends PositionHistory {
  /** Notices in the reader's scope with coordinates, caused by reports of these trackers between two times, oldest first. */
  readonly readTrackNotices: (
    reader: Caller,
    filter: {
      readonly trackerIds: readonly number[];
      readonly from: number;
      readonly to: number;
      readonly limit: number;
      readonly now: number;
    },
  ) => Promise<ResultOf<typeof queryTrackNotices>['list']>;
  /** Determines which stays lie in fences and at labelled points in the reader's scope. */
  readonly locateStays: (reader: Caller, stays: readonly Stay[]) => Promise<StayLocator>;
}

/** Points, stays, charts and notices of a replay, and the deletion of a part of a track. */
export function replayHandlers({
  db,
  positions,
  readTrackNotices,
  locateStays,
}: ReplayDependencies): Pick<Handlers, ReplayOperation> {
  const history = { db, positions };
  const queue = new WorkQueue(MAX_CONCURRENT_TRACKS);

  async function readReply({ trackerId, from, to, correction }: ReplyWindow, caller: Caller, now: number) {
    const trackerIds = [trackerId];
    const recheck = () => recheckAccess(db, caller, trackerIds, now);
    const storedTrack = await collectTrack(
      readColumns(history, { from, to, trackerIds, now }, recheck),
      LIMITS.replyPoints,
    );
    const { track, stationaryPeriods } =
      correction === 'none'
        ? { track: storedTrack, stationaryPeriods: [] }
        : await correctInProcess(storedTrack, await readMovementKind(db, trackerId));
    const limit = LIMITS.replayNotices;
    const notices = await readTrackNotices(caller, { from, to, trackerIds, limit, now });
    const alarms = notices.map(({ createTime, msgType }) => ({ time: createTime, type: msgType }));
    const rule = toReplayRule(await readReportSettings(db, caller.accountId));
    const context = await readTrackContext(history, { trackerId, from, to, now });
    const activities = activitiesOf(track, { from, to }, rule, context);
    const located = await locateStays(caller, activities.stays);
    return toReply({ track, activities, stayDetails: { alarms, stationaryPeriods, ...located } });
  }

  return {
    async getTrackReplyByTime({ trackerId, startTime, endTime, correction }, caller, { now }) {
      checkWindow({ startTime, endTime });
      await requireTrackers(db, caller, [trackerId]);
      const window = { trackerId, from: startTime, to: endTime, now };
      const reply = await queue.run(() => readReply({ ...window, correction }, caller, now));
      const details = await readPointDetails(db, trackerId);
      return new JsonChunks(toReplyChunks(readTrackBatches(history, window), reply, details));
    },

    async getChartData({ trackerId, startTime: from, endTime: to, points }, caller, { now }) {
      checkWindow({ startTime: from, endTime: to });
      const trackerIds = await requireTrackers(db, caller, [trackerId]);
      const recheck = () => recheckAccess(db, caller, trackerIds, now);
      return createChart(readColumns(history, { trackerIds, from, to, now }, recheck), { from, to, points });
    },

    async queryTrackNotices({ trackerIds, startTime, endTime }, caller, { now }) {
      checkTrackersWindow(trackerIds, { startTime, endTime });
      const ids = await requireTrackers(db, caller, trackerIds);
      const max = LIMITS.replayNotices;
      const window = { trackerIds: ids, from: startTime, to: endTime, now };
      const notices = await readTrackNotices(caller, { ...window, limit: max + 1 });
      const list = notices.slice(0, max);
      return { list, total: list.length, more: notices.length > max };
    },

    async countTrackByTime({ trackerId, startTime, endTime }, caller, { now }) {
      checkWindow({ startTime, endTime });
      await requireTrackers(db, caller, [trackerId], canDeleteTrack);
      return countTrack(history, trackerId, { from: startTime, to: endTime, now });
    },

    async deleteTrackByTime({ trackerId, startTime, endTime }, caller, call) {
      checkWindow({ startTime, endTime });
      await requireTrackers(db, caller, [trackerId], canDeleteTrack);
      const { name } = await trackerById(db, trackerId)
        .select('name')
        .executeTakeFirstOrThrow(() => new NamedError('tracker-unknown'));
      const window = { from: startTime, to: endTime, now: call.now };
      const deleted = await deleteTrackInBatches(history, trackerId, window, {
        runTransaction: (work) => transactionAs(db, caller, call, work),
        onFirstBatch: (tx) =>
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
