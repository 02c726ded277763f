import { NamedError } from '@wakeline/contract/errors';
import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import type { Handlers } from '../../http/handler.ts';
import type { Addresses } from '../../places/addresses.ts';
import type { PositionHistory } from '../../positions/position-store.ts';
import { readLastReport } from '../../positions/read-last-report.ts';
import { readTrackers } from '../../trackers/read.ts';
import { filterTrackers } from './filter.ts';
import { ownerOf, presentTracker } from './present.ts';
import { canReadTracker } from './trackers.policy.ts';

export interface TrackerDataDependencies extends PositionHistory {
  readonly files: Pick<Files, 'addressOf'>;
  readonly addresses: Addresses;
}

/** Trackers for human readers: one with the names of its group and address, and pages of the list. */
export function trackerDataHandlers({
  db,
  positions,
  files: { addressOf },
  addresses,
}: TrackerDataDependencies): Pick<Handlers, 'queryTrackerData' | 'queryTrackerListData'> {
  return {
    async queryTrackerData({ trackerId }, caller, { now }) {
      const [row] = await readTrackers(db, caller, [trackerId]);
      if (row === undefined || !canReadTracker(caller, ownerOf(row))) throw new NamedError('tracker-unknown');
      const tracker = presentTracker(row, caller, { now, addressOf });
      const { latitude, longitude, fixTime } = tracker.trackerStatusDto;
      const report =
        fixTime === null ? null : await readLastReport({ db, positions }, { trackerId, since: fixTime, now });
      return {
        ...tracker,
        groupName: row.group_id === null ? '' : await readGroupName(db, caller.accountId, row.group_id),
        address:
          latitude === null || longitude === null
            ? ''
            : await addresses.read(latitude, longitude, caller.language),
        lastReport: report && { time: report.time, attributes: report.attributes },
      };
    },

    async queryTrackerListData({ keywords, status, groupId, pageIndex, pageSize }, caller, { now }) {
      const found = await filterTrackers(
        db,
        caller,
        { keywords, status, groupId },
        { pageIndex, pageSize, now },
      );
      const rows = found.ids.length === 0 ? [] : await readTrackers(db, caller, found.ids);
      const list = rows
        .filter((row) => canReadTracker(caller, ownerOf(row)))
        .map((row) => presentTracker(row, caller, { now, addressOf }));
      return { list, total: found.total, counts: found.counts };
    },
  };
}

async function readGroupName(db: Db, accountId: number, groupId: number): Promise<string> {
  const row = await db
    .selectFrom('tracker_group')
    .select('name')
    .where('group_id', '=', groupId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.name ?? '';
}
