import type {
  WarnCountFilter,
  WarnCountOrder,
  WarnCountRow,
  WarnSums,
} from '@wakeline/contract/reports/warns';
import { typesOfLevel } from '@wakeline/domain/notices/alarm-level';
import { NOTICE_TYPES } from '@wakeline/domain/notices/notice-type';
import { type AlarmGrouping, type AlarmSumRow, readAlarmSums } from '../../events/alarm-records.ts';
import type { EventHistory } from '../../events/event-archive.ts';
import type { Caller } from '../../identity/caller.ts';
import { formatDay, type ReportDays } from '../../reports/report-days.ts';
import { noticeTypeOf, presentWarnSum } from './present-warns.ts';
import { findWarns } from './warn-search.ts';

const HOURS = 24;
/** 1970-01-01 was a Thursday, and weeks begin on Monday. */
const THURSDAY = 3;

interface WarnCounts {
  /** In the order of the request. */
  readonly rows: readonly WarnCountRow[];
  readonly sum: WarnSums;
}

/** The numbers of alarms of a filter. There are at most as many rows as devices. */
export async function countWarns(
  history: EventHistory,
  reader: Caller,
  filter: WarnCountFilter,
  order: WarnCountOrder,
  days: ReportDays,
  now: number,
): Promise<WarnCounts> {
  const search = await findWarns(history, reader, filter, days, now);
  const buckets = bucketsOf(filter.by, days);
  const read = (by: AlarmGrouping) =>
    readAlarmSums(history.db, search, {
      ...{ by, days: buckets, timeZone: reader.timeZone },
      ...{ urgent: typesOfLevel('urgent'), info: typesOfLevel('info') },
    });
  const [sums, total] = [await read(groupingOf(filter.by)), await read('total')];
  const rows = rowsOf(filter.by, sums, buckets);
  return { rows: sortWarnCounts(rows, order), sum: presentWarnSum(total) };
}

function groupingOf(by: WarnCountFilter['by']): AlarmGrouping {
  return by === 'day' || by === 'week' || by === 'month' ? 'bucket' : by;
}

interface DayBucket {
  readonly start: number;
  readonly bucket: number;
  /** First day of the bucket. */
  readonly startDay: string;
}

/** The buckets of the days of a period: days, weeks from Monday, or months. */
function bucketsOf(by: WarnCountFilter['by'], { days }: ReportDays): readonly DayBucket[] {
  const buckets: DayBucket[] = [];
  let lastName: number | string | null = null;
  for (const { day, start } of days) {
    const text = formatDay(day);
    const name = by === 'week' ? Math.floor((day + THURSDAY) / 7) : by === 'month' ? text.slice(0, 7) : day;
    const last = buckets.at(-1);
    if (last === undefined || name !== lastName)
      buckets.push({ start, bucket: (last?.bucket ?? -1) + 1, startDay: text });
    else buckets.push({ ...last, start });
    lastName = name;
  }
  return buckets;
}

const NO_KEYS = {
  ...{ msgType: null, trackerId: null, trackerName: null, imei: null, groupId: null, groupName: null },
  ...{ hour: null, startDay: null },
};
const NO_ALARMS = { alarms: 0, urgent: 0, info: 0, devices: 0, first: null, last: null };

function rowsOf(
  by: WarnCountFilter['by'],
  sums: readonly AlarmSumRow[],
  buckets: readonly DayBucket[],
): WarnCountRow[] {
  const figures = ({ alarms, urgent, info, devices, first, last }: AlarmSumRow) => ({
    ...{ alarms, urgent, info, devices, first, last },
  });
  const byKey = new Map(sums.map((row) => [row.key, row]));
  const all = (key: number) => {
    const row = byKey.get(key);
    return { key: String(key), ...NO_KEYS, ...(row === undefined ? NO_ALARMS : figures(row)) };
  };
  switch (by) {
    case 'type':
      return sums.flatMap((row) => {
        const msgType = noticeTypeOf(row.key ?? -1);
        return msgType === null ? [] : { key: msgType, ...NO_KEYS, ...figures(row), msgType };
      });
    case 'device':
      return sums.map((row) => ({
        ...{ key: String(row.key), ...NO_KEYS, ...figures(row) },
        ...{ trackerId: row.key, trackerName: row.name, imei: row.imei },
      }));
    case 'group':
      return sums.map((row) => ({
        ...{ key: String(row.key), ...NO_KEYS, ...figures(row), groupId: row.key, groupName: row.name },
      }));
    case 'hour':
      return Array.from({ length: HOURS }, (_, hour) => ({ ...all(hour), hour }));
    default: {
      const starts = new Map(buckets.toReversed().map(({ bucket, startDay }) => [bucket, startDay]));
      return [...starts].map(([bucket, startDay]) => ({ ...all(bucket), startDay }));
    }
  }
}

/** Rows in an order; equal ones in the order of their keys. */
export function sortWarnCounts(
  rows: readonly WarnCountRow[],
  { sort, direction }: WarnCountOrder,
): readonly WarnCountRow[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const nameOf = (row: WarnCountRow) => (row.trackerName ?? row.groupName ?? '').toLowerCase();
  const placeOf = (row: WarnCountRow) =>
    row.hour ?? (row.msgType === null ? 0 : NOTICE_TYPES.indexOf(row.msgType));
  const compare = (a: WarnCountRow, b: WarnCountRow) => {
    if (sort !== 'key' && sort !== 'name') return a[sort] - b[sort];
    const byPlace = placeOf(a) - placeOf(b) || (a.startDay ?? '').localeCompare(b.startDay ?? '');
    return byPlace || compareTexts(nameOf(a), nameOf(b));
  };
  return rows.toSorted((a, b) => sign * compare(a, b) || compareTexts(a.key, b.key));
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
