import type {
  FenceVisitRow,
  FenceVisitSumRow,
  FenceVisitSums,
} from '@wakeline/contract/reports/fence-visits';
import type { Caller } from '../../identity/caller.ts';
import type {
  FenceVisitGroupRow,
  FenceVisitDataRow as VisitDataRow,
  FenceVisitSumRow as VisitSumRow,
} from '../../reports/fence-visits.ts';
import { positionOf } from '../../reports/open-episodes.ts';
import { formatDay } from '../../reports/report-days.ts';
import { type AddressDescribers, type WithoutAddresses, withAddresses } from './with-addresses.ts';

/** Visits with the addresses of their ends. */
export function presentFenceVisits(
  rows: readonly VisitDataRow[],
  { language }: Pick<Caller, 'language'>,
  describe: AddressDescribers,
): Promise<readonly FenceVisitRow[]> {
  return withAddresses(rows.map(presentFenceVisit), language, describe);
}

function presentFenceVisit(row: VisitDataRow): WithoutAddresses<FenceVisitRow> {
  const { tracker_id: trackerId, fence_id: fenceId, started_at: start, ended_at: end } = row;
  return {
    key: `${trackerId} ${start} ${fenceId}`,
    trackerId,
    trackerName: row.tracker_name,
    imei: row.imei,
    groupId: row.group_id,
    groupName: row.group_name,
    fenceId,
    fenceName: row.fence_name,
    start,
    hasEntry: row.has_entry,
    end,
    hasExit: row.has_exit,
    isOpen: row.is_open,
    duration: end - start,
    metres: row.metres,
    startPosition: positionOf(row.latitude, row.longitude),
    endPosition: positionOf(row.end_latitude, row.end_longitude),
    isPassed: row.is_passed,
    entryDelay: row.entry_delay,
    exitDelay: row.exit_delay,
  };
}

export function presentFenceVisitSums(row: VisitSumRow): FenceVisitSums {
  const { visits, entries, exits, devices, fences, duration, metres, first, last } = row;
  return { visits, entries, exits, devices, fences, duration, metres, first, last };
}

export function presentFenceVisitGroup(row: FenceVisitGroupRow): FenceVisitSumRow {
  const { tracker_id, fence_id, group_id, first_day } = row;
  const startDay = first_day === null ? null : formatDay(first_day);
  return {
    ...presentFenceVisitSums(row),
    key: startDay ?? `${fence_id ?? tracker_id ?? `g${group_id ?? ''}`}`,
    trackerId: tracker_id,
    trackerName: row.tracker_name,
    imei: row.imei,
    groupId: group_id,
    groupName: row.group_name,
    fenceId: fence_id,
    fenceName: row.fence_name,
    startDay,
  };
}
