import type { WarnRow, WarnSums } from '@wakeline/contract/reports/warns';
import { HANDLED_TYPES } from '@wakeline/domain/notices/alarm-handling';
import { alarmLevelOf } from '@wakeline/domain/notices/alarm-level';
import { NOTICE_NUMBERS, NOTICE_TYPES, type NoticeType } from '@wakeline/domain/notices/notice-type';
import { type EventNotice, readLastComments, readNoticesOfEvents } from '../../alarms/event-notices.ts';
import { OPEN_ALARM, toHandling } from '../../alarms/handling.ts';
import { type AlarmRecordRow, type AlarmSumRow, readAlarmEnds } from '../../events/alarm-records.ts';
import { toEvent } from '../../events/event-row.ts';
import type { Caller } from '../../identity/caller.ts';
import { canSeeGroup } from '../../identity/scope.ts';
import type { Addresses, GetAddress } from '../../places/addresses.ts';
import type { DeviceHistory } from '../../positions/position-store.ts';
import { readLastFixes } from '../../positions/read-fixes.ts';
import { NOTICE_AGE_MS } from './warn-search.ts';

/** Milliseconds before an alarm in which a fix has its speed. */
const SPEED_AGE_MS = 600_000;

const TYPES: ReadonlyMap<number, NoticeType> = new Map(
  NOTICE_TYPES.map((type) => [NOTICE_NUMBERS[type], type]),
);

export function noticeTypeOf(number: number): NoticeType | null {
  return TYPES.get(number) ?? null;
}

interface WarnDescribers {
  readonly addresses: Pick<Addresses, 'preload'>;
  readonly getAddress: GetAddress;
  readonly now: number;
}

const keyOf = (event: Pick<EventNotice, 'tracker_id' | 'time' | 'kind' | 'ref'>) =>
  `${event.tracker_id} ${event.time} ${event.kind} ${event.ref}`;

/** Alarms with their addresses, how they were handled and whether the reader read them. Types of a newer version are left out. */
export async function presentWarns(
  history: DeviceHistory,
  reader: Caller,
  rows: readonly AlarmRecordRow[],
  { addresses, getAddress, now }: WarnDescribers,
): Promise<WarnRow[]> {
  const { db } = history;
  const { accountId, userId, language } = reader;
  const since = now - NOTICE_AGE_MS;
  const recent = rows.filter(({ time }) => time > since);
  const windows = rows.map(({ tracker_id: trackerId, time }) => ({
    trackerId,
    from: time - SPEED_AGE_MS,
    to: time,
  }));
  const positions = rows.flatMap((row) => locationOf(row) ?? []);
  const [ends, fixes, notices, comments] = await Promise.all([
    readAlarmEnds(history, rows),
    readLastFixes(history, windows),
    readNoticesOfEvents(db, {
      ...{ accountId, userId, since },
      trackerIds: [...new Set(recent.map(({ tracker_id }) => tracker_id))],
    }),
    readLastComments(
      db,
      accountId,
      rows.flatMap(({ seq }) => seq ?? []),
    ),
    addresses.preload(positions, language),
  ]);
  const noticeOf = new Map(notices.map((notice) => [keyOf(notice), notice]));
  return rows.flatMap((row, index) => {
    const msgType = noticeTypeOf(row.type);
    if (msgType === null) return [];
    const location = locationOf(row);
    const notice = noticeOf.get(keyOf(row));
    const end = ends[index] ?? null;
    return {
      key: keyOf(row),
      trackerId: row.tracker_id,
      trackerName: row.tracker_name,
      imei: row.imei,
      groupName: row.group_name,
      time: row.time,
      ...{ msgType, level: alarmLevelOf(msgType), location },
      address: location === null ? '' : getAddress(location.latitude, location.longitude, language),
      speed: fixes[index]?.fix.speed ?? null,
      duration: end === null ? null : end - row.time,
      fenceName: fenceNameOf(row, reader),
      handling: handlingOf(row, msgType),
      note: comments.get(row.seq ?? 0) ?? '',
      messageId: notice?.seq ?? row.seq,
      isRead: notice?.is_read ?? null,
    };
  });
}

function locationOf(row: AlarmRecordRow) {
  const event = toEvent(row);
  if (event === null || event.latitude === null || event.longitude === null) return null;
  return { latitude: event.latitude, longitude: event.longitude };
}

/** As in notices, the name of a fence outside of the reader's groups is hidden. */
function fenceNameOf(row: AlarmRecordRow, reader: Caller): string | null {
  const event = toEvent(row);
  if (event === null || !('fence' in event)) return null;
  const { groupId, fenceName } = event.fence;
  return groupId === null || canSeeGroup(reader, groupId) ? fenceName : null;
}

function handlingOf(row: AlarmRecordRow, msgType: NoticeType): WarnRow['handling'] {
  const { state, owner_id, owner, reason, changed_at } = row;
  if (state === null || changed_at === null)
    return (HANDLED_TYPES as readonly NoticeType[]).includes(msgType) ? OPEN_ALARM : null;
  return toHandling({ state, owner_id, owner: owner ?? '', reason, changed_at });
}

/** The sums of all rows. */
export function presentWarnSum(rows: readonly AlarmSumRow[]): WarnSums {
  const [row] = rows;
  if (row === undefined) return { alarms: 0, urgent: 0, info: 0, devices: 0 };
  const { alarms, urgent, info, devices } = row;
  return { alarms, urgent, info, devices };
}
