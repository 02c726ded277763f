import type { Db } from '../db/database.ts';
import type { AlarmSearch } from '../events/alarm-records.ts';
import { readSilentFences } from '../fences/fences.ts';
import type { Scope } from '../identity/scope.ts';
import { devicesOfReport, type ReportDeviceFilter } from './report-devices.ts';

/** All alarms in a period of the devices that a reader sees: the definition of reports and screens. */
export async function searchAlarms(
  db: Db,
  scope: Scope,
  filter: ReportDeviceFilter,
  { from, to }: Pick<AlarmSearch, 'from' | 'to'>,
  now: number,
): Promise<AlarmSearch> {
  const { accountId } = scope;
  return {
    devices: devicesOfReport(db, scope, filter),
    silent: await readSilentFences(db, accountId),
    ...{ accountId, from, to, now, types: null, states: null, notices: null, isRead: null },
  };
}
