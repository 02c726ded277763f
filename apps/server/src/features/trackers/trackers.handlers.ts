import { NamedError } from '@wakeline/contract/errors';
import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { ReportKey } from '../../identity/report-key.ts';
import type { TaskQueue } from '../../tasks/task-queue.ts';
import { trackersInScope } from '../../trackers/in-scope.ts';
import { type ListedRow, readListedAfter, readTrackers, readTrackersAfter } from '../../trackers/read.ts';
import { readKeyVersion } from '../../trackers/report-key.ts';
import { remainingTrackerQuota } from '../../trackers/write.ts';
import { addBatch } from './batch.ts';
import { changeTracker, registerTracker, removeTracker } from './change-tracker.ts';
import { resolveIcon } from './icon.ts';
import { ownerOf, presentTracker } from './present.ts';
import { renewKey } from './report-key.ts';
import { toStateColumns, toTable } from './table.ts';
import { requireTargetGroup } from './target-group.ts';
import { canAddTrackers, canReadTracker } from './trackers.policy.ts';

type TrackerOperation =
  | 'queryAllTrackers'
  | 'queryTrackerTable'
  | 'queryTrackerById'
  | 'addTracker'
  | 'batchAddTrackers'
  | 'editTracker'
  | 'queryTrackerKey'
  | 'queryTrackerProtocol'
  | 'renewTrackerKey'
  | 'removeTracker';

/**
 * Trackers per page of the table, with and without their states. Reading, sending and applying a page takes some
 * hundredths of a second each.
 */
const TABLE_PAGE_SIZE = 4_000;
const LIST_PAGE_SIZE = 10_000;

export interface TrackerDependencies {
  readonly db: Db;
  readonly tasks: Pick<TaskQueue, 'add'>;
  readonly files: Files;
  readonly reportKey: ReportKey;
}

/**
 * Lists, registers, edits and removes trackers. Each query is confined to the caller's account and groups, so other
 * trackers are unknown.
 */
export function trackerHandlers({
  db,
  tasks,
  files,
  reportKey,
}: TrackerDependencies): Pick<Handlers, TrackerOperation> {
  const { addressOf } = files;

  return {
    async queryAllTrackers(_payload, caller, { now }) {
      const rows = await readTrackers(db, caller, null);
      const list = rows
        .filter((row) => canReadTracker(caller, ownerOf(row)))
        .map((row) => presentTracker(row, caller, { now, addressOf }));
      return { list, total: list.length, abilities: { add: canAddTrackers(caller) } };
    },

    async queryTrackerTable({ after = 0, states = true }, caller, { now }) {
      const isVisible = (row: ListedRow) => canReadTracker(caller, ownerOf(row));
      const toPage = (rows: readonly ListedRow[], limit: number) => ({
        ...toTable(rows.filter(isVisible), caller, { now, addressOf }),
        next: rows.length < limit ? null : (rows.at(-1)?.tracker_id ?? null),
        abilities: { add: canAddTrackers(caller) },
      });
      if (!states) return toPage(await readListedAfter(db, caller, after, LIST_PAGE_SIZE), LIST_PAGE_SIZE);
      const rows = await readTrackersAfter(db, caller, after, TABLE_PAGE_SIZE);
      return { ...toPage(rows, TABLE_PAGE_SIZE), states: toStateColumns(rows.filter(isVisible), now) };
    },

    async queryTrackerById({ trackerId }, caller, { now }) {
      const [row] = await readTrackers(db, caller, [trackerId]);
      if (row === undefined || !canReadTracker(caller, ownerOf(row))) {
        throw new NamedError('tracker-unknown');
      }
      return presentTracker(row, caller, { now, addressOf });
    },

    async addTracker({ uid: _, ...form }, caller, call) {
      const { accountId } = caller;
      await requireTargetGroup(db, caller, form.groupId ?? null);
      const trackerId = await transactionAs(db, caller, call, async (tx) => {
        if ((await remainingTrackerQuota(tx, accountId)) === 0) throw new NamedError('tracker-limit');
        return registerTracker(tx, caller, await resolveIcon(tx, files, caller.accountId, form), call);
      });
      return { trackerId };
    },

    async batchAddTrackers({ trackers }, caller, call) {
      return addBatch({ db, files }, caller, trackers, call);
    },

    async editTracker({ uid: _, ...fields }, caller, call) {
      if (fields.groupId !== undefined) await requireTargetGroup(db, caller, fields.groupId);
      await transactionAs(db, caller, call, async (tx) => {
        await changeTracker(tx, caller, await resolveIcon(tx, files, caller.accountId, fields), call);
      });
      return {};
    },

    async queryTrackerProtocol({ trackerId }, caller) {
      const row = await trackersInScope(db, caller)
        .where('tracker_id', '=', trackerId)
        .select('protocol')
        .executeTakeFirst();
      if (row === undefined) throw new NamedError('tracker-unknown');
      return { protocol: PROTOCOL_NAMES.find((name) => name === row.protocol) ?? null };
    },

    async queryTrackerKey({ trackerId }, caller) {
      return { key: reportKey(trackerId, await readKeyVersion(db, caller, trackerId)) };
    },

    async renewTrackerKey({ trackerId }, caller, call) {
      const version = await transactionAs(db, caller, call, (tx) => renewKey(tx, caller, trackerId, call));
      return { key: reportKey(trackerId, version) };
    },

    async removeTracker({ trackerId }, caller, call) {
      await transactionAs(db, caller, call, (tx) => removeTracker(tx, caller, { trackerId, tasks }, call));
      return {};
    },
  };
}
