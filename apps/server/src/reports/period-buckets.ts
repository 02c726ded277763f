import type { OverviewGrouping } from '@wakeline/contract/reports/overview';
import type { ReportDays } from './report-days.ts';

/** What rows are about; by all others than days, weeks and months, the period is one part. */
export type PeriodGrouping = OverviewGrouping | 'fence';

/** Days since 1970-01-01. */
export interface Bucket {
  readonly first: number;
  readonly last: number;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
}

/**
 * The parts of a period that become rows.
 *
 * @param now epoch milliseconds: no part ends later.
 */
export function bucketsOf(by: PeriodGrouping, { days }: ReportDays, now: number): readonly Bucket[] {
  const buckets: Bucket[] = [];
  let last: unknown = null;
  for (const { day, start, end } of days) {
    const name = bucketName(by, day);
    const open = buckets.at(-1);
    const to = Math.max(start, Math.min(end, now));
    if (open === undefined || name !== last) buckets.push({ first: day, last: day, from: start, to });
    else buckets[buckets.length - 1] = { ...open, last: day, to: Math.max(open.to, to) };
    last = name;
  }
  return buckets;
}

/** 1970-01-01 was a Thursday, and weeks begin on Monday. */
const THURSDAY = 3;

function bucketName(by: PeriodGrouping, day: number): number | string {
  if (by === 'deviceDay' || by === 'day') return day;
  if (by === 'week') return Math.floor((day + THURSDAY) / 7);
  if (by === 'month') return new Date(day * 86_400_000).toISOString().slice(0, 7);
  return 'all';
}
