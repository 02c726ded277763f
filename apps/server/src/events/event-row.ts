import {
  EVENT_KINDS,
  EVENT_NUMBERS,
  type EventDetails,
  type EventFence,
  type EventKind,
  eventKeyOf,
  type TrackerEvent,
} from '@wakeline/domain/events/tracker-event';
import { NOTICE_NUMBERS, NOTICE_TYPES, type NoticeType } from '@wakeline/domain/notices/notice-type';
import { TASK_CONDITIONS } from '@wakeline/domain/rules/watch-task';
import { packDegrees, UNITS_PER_DEGREE } from '../db/degrees.ts';

/**
 * `event.data`: what the kind has besides the columns. Events about a fence, a rule or a task contain its account: only this account
 * may read them, also after the tracker moved to another one.
 *
 * | kind | ref | data |
 * | --- | --- | --- |
 * | fence-entered, fence-exited | fence | `name`, `group`, `account` of the fence at that time |
 * | alarm | number of the notice type | |
 * | movement-stopped, landing | | `metres` |
 * | battery-low | | `battery`, percent, if known |
 * | task | task and condition, see `eventKeyOf` | `type` (number), `value`, `limit`, `account` |
 * | rule | rule | `type` (number), `value`, `account` |
 */
interface EventData {
  readonly name?: string;
  readonly group?: number | null;
  readonly account?: number;
  readonly metres?: number;
  readonly battery?: number;
  readonly type?: number;
  readonly value?: number | null;
  readonly limit?: number | null;
}

export interface EventRow {
  readonly time: number;
  readonly since: number | null;
  readonly ref: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly kind: number;
  readonly data: EventData | null;
}

const KINDS: ReadonlyMap<number, EventKind> = new Map(EVENT_KINDS.map((kind) => [EVENT_NUMBERS[kind], kind]));
const TYPES: ReadonlyMap<number, NoticeType> = new Map(
  NOTICE_TYPES.map((type) => [NOTICE_NUMBERS[type], type]),
);

/** @param accountId of the tracker when it happened. */
export function toEventRow(event: TrackerEvent, accountId: number): EventRow {
  const { time, latitude, longitude } = event;
  return {
    time: Math.trunc(time),
    since: 'since' in event && event.since !== null ? Math.trunc(event.since) : null,
    ref: eventKeyOf(event).ref,
    latitude: latitude === null ? null : packDegrees(latitude),
    longitude: longitude === null ? null : packDegrees(longitude),
    kind: EVENT_NUMBERS[event.kind],
    data: dataOf(event, accountId),
  };
}

function dataOf(event: TrackerEvent, account: number): EventData | null {
  switch (event.kind) {
    case 'fence-entered':
    case 'fence-exited':
      return { name: event.fence.fenceName, group: event.fence.groupId, account };
    case 'movement-stopped':
    case 'landing':
      return { metres: event.metres };
    case 'battery-low':
      return event.battery === null ? null : { battery: event.battery };
    case 'rule':
      return { type: NOTICE_NUMBERS[event.noticeType], value: event.value, account };
    case 'task': {
      const { noticeType, value, limit } = event;
      return { type: NOTICE_NUMBERS[noticeType], value, limit, account };
    }
    default:
      return null;
  }
}

/** Null: of a kind that a newer version stored. */
export function toEvent(row: EventRow): TrackerEvent | null {
  const kind = KINDS.get(row.kind);
  const details = kind === undefined ? null : detailsOf(kind, row);
  if (details === null) return null;
  const { time, latitude, longitude } = row;
  return {
    time,
    latitude: latitude === null ? null : latitude / UNITS_PER_DEGREE,
    longitude: longitude === null ? null : longitude / UNITS_PER_DEGREE,
    ...details,
  };
}

function detailsOf(kind: EventKind, { since, ref, data, time }: EventRow): EventDetails | null {
  switch (kind) {
    case 'fence-entered':
      return { kind, fence: fenceOf(ref, data) };
    case 'fence-exited':
      return { kind, fence: fenceOf(ref, data), since };
    case 'alarm': {
      const noticeType = TYPES.get(ref);
      return noticeType === undefined ? null : { kind, noticeType };
    }
    case 'movement-stopped':
    case 'landing':
      return { kind, since: since ?? time, metres: data?.metres ?? 0 };
    case 'sos-cleared':
    case 'movement-started':
    case 'ignition-on':
    case 'ignition-off':
      return { kind, since: since ?? time };
    case 'take-off':
    case 'touch-and-go':
      return { kind };
    case 'offline':
    case 'online':
      return { kind, since };
    case 'battery-low':
      return { kind, battery: data?.battery ?? null };
    case 'rule': {
      const noticeType = TYPES.get(data?.type ?? -1);
      return noticeType === undefined ? null : { kind, ruleId: ref, noticeType, value: data?.value ?? null };
    }
    case 'task': {
      const noticeType = TYPES.get(data?.type ?? -1);
      if (noticeType === undefined) return null;
      const taskId = Math.floor(ref / TASK_CONDITIONS.count);
      const condition = ref % TASK_CONDITIONS.count;
      const { value = null, limit = null } = data ?? {};
      return { kind, taskId, condition, noticeType, value, limit };
    }
  }
}

function fenceOf(fenceId: number, data: EventData | null): EventFence {
  return { fenceId, fenceName: data?.name ?? '', groupId: data?.group ?? null };
}
