import { EVENT_NUMBERS } from '@wakeline/domain/events/tracker-event';
import { type AlarmReason, type AlarmState, HANDLED_TYPES } from '@wakeline/domain/notices/alarm-handling';
import { NOTICE_NUMBERS, type NoticeType } from '@wakeline/domain/notices/notice-type';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { readPages } from '../db/read-pages.ts';
import type { EventHistory, EventSpan } from './event-archive.ts';
import { eventRelation, eventRelationOf } from './event-relation.ts';
import type { EventRow } from './event-row.ts';

/** The kinds of events that are alarms, or that notices report; the index `event_alarm` has the same ones. */
const ALARM_KINDS = [
  'fence-entered',
  'fence-exited',
  'alarm',
  'offline',
  'battery-low',
  'rule',
  'task',
] as const;
export const ALARM_KIND_NUMBERS = ALARM_KINDS.map((kind) => EVENT_NUMBERS[kind]);
const KINDS = sql.raw(ALARM_KIND_NUMBERS.join(', '));

/** The number of the notice type of an event. */
const TYPE = sql.raw(`case event.kind
  when ${EVENT_NUMBERS.alarm} then event.ref
  when ${EVENT_NUMBERS['fence-entered']} then ${NOTICE_NUMBERS.IN}
  when ${EVENT_NUMBERS['fence-exited']} then ${NOTICE_NUMBERS.OUT}
  when ${EVENT_NUMBERS.offline} then ${NOTICE_NUMBERS.OFFLINE}
  when ${EVENT_NUMBERS['battery-low']} then ${NOTICE_NUMBERS.LOWPOWER}
  else (event.data ->> 'type')::int end`);

/** The alarms of a filter. */
export interface AlarmSearch extends AlarmFilter {
  /** What the events are read from: see `alarmRelation`. */
  readonly events: RawBuilder<unknown>;
}

/** Which alarms a report covers. */
export interface AlarmFilter {
  /** A query with `tracker_id`, `tracker_name`, `imei`, `group_id`, `group_name` and `valid_until` of the devices. */
  readonly devices: RawBuilder<unknown>;
  readonly accountId: number;
  /** Epoch milliseconds; the end is not included. */
  readonly from: number;
  readonly to: number;
  /** What happened to an expired device after its validity is left out. */
  readonly now: number;
  /** Null: all. */
  readonly types: readonly NoticeType[] | null;
  readonly states: readonly AlarmState[] | null;
  /** Fences whose entries, or exits, are not reported. */
  readonly silent: { readonly entries: readonly number[]; readonly exits: readonly number[] };
  /** Only events of these notices: a query with `tracker_id`, `time`, `kind`, `ref` and `is_read`; null: all. */
  readonly notices: RawBuilder<unknown> | null;
  readonly isRead: boolean | null;
}

export interface AlarmRecordRow extends EventRow {
  readonly tracker_id: number;
  readonly tracker_name: string;
  readonly imei: string;
  readonly group_name: string | null;
  /** Number of the notice type. */
  readonly type: number;
  /** Of an alarm that somebody has handled. */
  readonly seq: number | null;
  readonly state: AlarmState | null;
  readonly owner_id: number | null;
  readonly owner: string | null;
  readonly reason: AlarmReason | null;
  readonly changed_at: Date | null;
}

/** The relation of the alarms of devices. */
export function alarmRelation(
  history: EventHistory,
  devices: RawBuilder<unknown>,
  { from, to }: Pick<AlarmSearch, 'from' | 'to'>,
): Promise<RawBuilder<unknown>> {
  return eventRelationOf(history, devices, { from, to: to - 1 }, ALARM_KIND_NUMBERS);
}

/** Conditions on `event` joined with `device`. */
function conditionsOf({ accountId, from, to, now, types, silent }: AlarmSearch): RawBuilder<unknown> {
  const numbers = types?.map((type) => NOTICE_NUMBERS[type]);
  return sql`event.kind in (${KINDS}) and event.time >= ${from} and event.time < ${to}
    and (device.valid_until is null or device.valid_until > ${new Date(now)}
      or event.time < extract(epoch from device.valid_until) * 1000)
    and (event.data ->> 'account' is null or (event.data ->> 'account')::int = ${accountId})
    and not (event.kind = ${sql.lit(EVENT_NUMBERS['fence-entered'])} and event.ref = any (${[...silent.entries]}::int[]))
    and not (event.kind = ${sql.lit(EVENT_NUMBERS['fence-exited'])} and event.ref = any (${[...silent.exits]}::int[]))
    and ${numbers === undefined ? sql`true` : sql`${TYPE} = any (${numbers}::int[])`}`;
}

const HANDLING = sql`left join alarm on alarm.account_id = device.account_id and alarm.tracker_id = event.tracker_id
  and alarm.event_time = event.time and alarm.event_kind = event.kind and alarm.event_ref = event.ref`;

/** `event` joined with `device` of `withDevices`, and what the filter needs. */
export function alarmEvents(search: AlarmSearch): RawBuilder<unknown> {
  const { events, states, notices, isRead } = search;
  const handled = HANDLED_TYPES.map((type) => NOTICE_NUMBERS[type]);
  return sql`${events} as event join device using (tracker_id)
    ${states === null ? sql`` : HANDLING}
    ${
      notices === null
        ? sql``
        : sql`join (${notices}) as notice on notice.tracker_id = event.tracker_id and notice.time = event.time
          and notice.kind = event.kind and notice.ref = event.ref and notice.is_read = ${isRead}`
    }
    where ${conditionsOf(search)}
    ${
      states === null
        ? sql``
        : sql`and coalesce(alarm.state, case when ${TYPE} = any (${handled}::int[]) or event.kind = ${sql.lit(EVENT_NUMBERS.task)}
            then 'open' end) = any (${[...states]}::text[])`
    }`;
}

/** The beginning of a query of `alarmEvents`. */
export const withDevices = ({ devices, accountId }: AlarmSearch) => sql`with device as materialized (
  select device.*, ${accountId}::int as account_id from (${devices}) as device)`;

export type AlarmDirection = 'ascending' | 'descending';

function rowsOf(search: AlarmSearch, direction: AlarmDirection, page: RawBuilder<unknown>) {
  const way = sql.raw(direction === 'ascending' ? 'asc' : 'desc');
  return sql<AlarmRecordRow>`
    ${withDevices(search)}
    select event.*, alarm.seq, alarm.state, alarm.owner_id, alarm.owner, alarm.reason, alarm.changed_at
    from (
      select event.time, event.since, event.ref, event.latitude, event.longitude, event.kind, event.data,
        event.tracker_id, tracker_name, imei, group_name, ${TYPE} as type
      from ${alarmEvents(search)}
      order by event.time ${way}, event.tracker_id, event.kind, event.ref ${page}) as event
      left join alarm on alarm.account_id = ${search.accountId} and alarm.tracker_id = event.tracker_id
        and alarm.event_time = event.time and alarm.event_kind = event.kind and alarm.event_ref = event.ref
    order by event.time ${way}, event.tracker_id, event.kind, event.ref`;
}

/** A page of the alarms of devices. */
export async function readAlarmRecords(
  db: Db,
  search: AlarmSearch,
  direction: AlarmDirection,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly AlarmRecordRow[]> {
  const { rows } = await rowsOf(search, direction, sql`limit ${limit} offset ${offset}`).execute(db);
  return rows;
}

/** All alarms in pages, of one moment. The caller's transaction stays open until the last page. */
export function readAlarmRecordPages(
  tx: Tx,
  search: AlarmSearch,
  direction: AlarmDirection,
): AsyncGenerator<readonly AlarmRecordRow[]> {
  return readPages(tx, rowsOf(search, direction, sql``));
}

/** By what alarms are counted. */
export type AlarmGrouping = 'type' | 'device' | 'group' | 'hour' | 'bucket' | 'total';

export interface AlarmSumRow {
  /** Number of a type, id of a device or group (null: without a group), hour of day, or index of a bucket. */
  readonly key: number | null;
  readonly name: string | null;
  readonly imei: string | null;
  readonly alarms: number;
  readonly urgent: number;
  readonly info: number;
  readonly devices: number;
  readonly first: number;
  readonly last: number;
}

export interface AlarmSumOptions {
  readonly by: AlarmGrouping;
  /** First millisecond of each day, and the bucket that it belongs to. */
  readonly days: readonly { readonly start: number; readonly bucket: number }[];
  readonly timeZone: string;
  readonly urgent: readonly NoticeType[];
  readonly info: readonly NoticeType[];
}

const KEYS: Readonly<Record<AlarmGrouping, (options: AlarmSumOptions) => RawBuilder<unknown>>> = {
  type: () => TYPE,
  device: () => sql`event.tracker_id`,
  group: () => sql`device.group_id`,
  hour: ({ timeZone }) =>
    sql`extract(hour from to_timestamp(event.time / 1000.0) at time zone ${timeZone})::int`,
  bucket: ({ days }) => sql`(${days.map(({ bucket }) => bucket)}::int[])[width_bucket(event.time,
    ${days.map(({ start }) => start)}::bigint[])]`,
  total: () => sql`null::int`,
};

/** The sums of alarms by what they have in common. */
export async function readAlarmSums(
  db: Db,
  search: AlarmSearch,
  options: AlarmSumOptions,
): Promise<readonly AlarmSumRow[]> {
  const { by, urgent, info } = options;
  const isAmong = (types: readonly NoticeType[]) =>
    sql`type = any (${types.map((type) => NOTICE_NUMBERS[type])}::int[])`;
  const name = by === 'device' ? sql`min(tracker_name)` : by === 'group' ? sql`min(group_name)` : sql`null`;
  const { rows } = await sql<AlarmSumRow>`
    ${withDevices(search)}
    select key, ${name} as name, ${by === 'device' ? sql`min(imei)` : sql`null`} as imei, count(*)::int as alarms,
      count(*) filter (where ${isAmong(urgent)})::int as urgent, count(*) filter (where ${isAmong(info)})::int as info,
      count(distinct tracker_id)::int as devices, min(time) as first, max(time) as last
    from (
      select event.time, event.tracker_id, tracker_name, imei, group_name, ${TYPE} as type, ${KEYS[by](options)} as key
      from ${alarmEvents(search)}) as event
    group by key`.execute(db);
  return rows;
}

export interface EndSearch {
  readonly tracker_id: number;
  readonly time: number;
  readonly kind: number;
  readonly ref: number;
  readonly since: number | null;
}

/** Days after which the end of an alarm is not searched for. */
const MAX_DURATION_MS = 31 * 86_400_000;

/**
 * When alarms ended, in their order: an SOS was cleared, a device came back online, a fence was left. Null: not, or the end of
 * such alarms is not reported.
 */
export async function readAlarmEnds(
  history: EventHistory,
  alarms: readonly EndSearch[],
): Promise<readonly (number | null)[]> {
  const ends: (number | null)[] = alarms.map(() => null);
  const column = (value: (alarm: EndSearch) => number | null) => alarms.map(value);
  const spans = alarms.flatMap(endSpanOf);
  if (spans.length === 0) return ends;
  const events = await eventRelation(history, { spans, kinds: null, refs: null });
  const { rows } = await sql<{ number: number; time: number }>`
    select number::int, ending.time
    from unnest(${column(({ tracker_id }) => tracker_id)}::int[], ${column(({ time }) => time)}::bigint[],
        ${column(({ kind, ref }) => endKindOf(kind, ref))}::smallint[],
        ${column(({ kind, ref }) => (kind === EVENT_NUMBERS['fence-entered'] ? ref : 0))}::int[],
        ${column(({ kind, since, time }) => (kind === EVENT_NUMBERS.offline ? since : time))}::bigint[])
        with ordinality as alarm (tracker_id, time, end_kind, end_ref, began, number),
      lateral (
        select time from ${events} as event
        where event.tracker_id = alarm.tracker_id and event.time >= alarm.time
          and event.time < alarm.time + ${MAX_DURATION_MS}::bigint and event.kind = alarm.end_kind
          and event.ref = alarm.end_ref and event.since = alarm.began
        order by event.time limit 1) as ending
    where end_kind is not null`.execute(history.db);
  for (const { number, time } of rows) ends[number - 1] = time;
  return ends;
}

/** Where the end of an alarm is searched for. */
function endSpanOf({ tracker_id: trackerId, time, kind, ref, since }: EndSearch): readonly EventSpan[] {
  const endKind = endKindOf(kind, ref);
  const began = kind === EVENT_NUMBERS.offline ? since : time;
  if (endKind === null || began === null) return [];
  const endRef = kind === EVENT_NUMBERS['fence-entered'] ? ref : 0;
  const ends = { kind: endKind, ref: endRef, since: began };
  return [{ trackerId, from: time, to: time + MAX_DURATION_MS - 1, ends }];
}

function endKindOf(kind: number, ref: number): number | null {
  if (kind === EVENT_NUMBERS.offline) return EVENT_NUMBERS.online;
  if (kind === EVENT_NUMBERS['fence-entered']) return EVENT_NUMBERS['fence-exited'];
  return kind === EVENT_NUMBERS.alarm && ref === NOTICE_NUMBERS.SOS ? EVENT_NUMBERS['sos-cleared'] : null;
}
