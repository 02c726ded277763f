import type { Db } from '../db/database.ts';
import { type AlarmFilter, type AlarmSearch, alarmRelation } from '../events/alarm-records.ts';
import type { EventHistory } from '../events/event-archive.ts';
import { readSilentFences } from '../fences/fences.ts';
import type { Scope } from '../identity/scope.ts';
import { devicesOfReport, type ReportDeviceFilter } from './report-devices.ts';

/** All alarms in a period of the devices that a reader sees: the definition of reports and screens. */
export async function alarmFilter(
  db: Db,
  scope: Scope,
  filter: ReportDeviceFilter,
  { from, to }: Pick<AlarmFilter, 'from' | 'to'>,
  now: number,
): Promise<AlarmFilter> {
  const { accountId } = scope;
  return {
    devices: devicesOfReport(db, scope, filter),
    silent: await readSilentFences(db, accountId),
    ...{ accountId, from, to, now, types: null, states: null, notices: null, isRead: null },
  };
}

/** Like `alarmFilter`, with the relation that they are read from. */
export async function searchAlarms(
  history: EventHistory,
  scope: Scope,
  devices: ReportDeviceFilter,
  period: Pick<AlarmFilter, 'from' | 'to'>,
  now: number,
): Promise<AlarmSearch> {
  const filter = await alarmFilter(history.db, scope, devices, period, now);
  return { ...filter, events: await alarmRelation(history, filter.devices, filter) };
}
