import { type AlarmSearch, alarmRelation } from '../events/alarm-records.ts';
import type { EventHistory } from '../events/event-archive.ts';
import { readSilentFences } from '../fences/fences.ts';
import type { Scope } from '../identity/scope.ts';
import { devicesOfReport, type ReportDeviceFilter } from './report-devices.ts';

/** All alarms in a period of the devices that a reader sees: the definition of reports and screens. */
export async function searchAlarms(
  history: EventHistory,
  scope: Scope,
  filter: ReportDeviceFilter,
  { from, to }: Pick<AlarmSearch, 'from' | 'to'>,
  now: number,
): Promise<AlarmSearch> {
  const { db } = history;
  const { accountId } = scope;
  const devices = devicesOfReport(db, scope, filter);
  return {
    devices,
    events: await alarmRelation(history, devices, { from, to }),
    silent: await readSilentFences(db, accountId),
    ...{ accountId, from, to, now, types: null, states: null, notices: null, isRead: null },
  };
}
