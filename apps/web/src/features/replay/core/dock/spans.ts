import { startOfDay } from '../../../../format/zone.ts';
import type { LoadedTrack } from '../loaded-track.ts';

/** A time span, epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The data of a track that the timeline needs. */
export type TimedTrack = Pick<LoadedTrack, 'trackerId' | 'track' | 'line' | 'stays'>;

/**
 * Periods of at least `minDuration` milliseconds between two times in which no device reported, including those
 * before the first and after the last fix.
 */
export function findInactivePeriods(
  tracks: readonly TimedTrack[],
  { from, to }: Span,
  minDuration: number,
): Span[] {
  const active = tracks.flatMap(activePeriods).sort((a, b) => a.from - b.from);
  const inactive: Span[] = [];
  let end = from;
  for (const span of [...active, { from: to, to }]) {
    if (span.from - end >= minDuration && span.from > end) inactive.push({ from: end, to: span.from });
    end = Math.max(end, span.to);
  }
  return inactive;
}

/** From the first fix to the last, without gaps. */
function activePeriods({ track, line }: TimedTrack): Span[] {
  if (track.length === 0) return [];
  const spans: Span[] = [];
  let from = track.time[0] ?? 0;
  for (const gap of line.gaps) {
    const start = track.time[gap.from] ?? 0;
    const end = track.time[gap.from + 1] ?? start;
    // An impossible speed is a gap of the line, but not a period of inactivity.
    if (end - start <= track.gapAfter) continue;
    spans.push({ from, to: start });
    from = end;
  }
  spans.push({ from, to: track.time[track.length - 1] ?? from });
  return spans;
}

/** Maximum number of day ticks. */
const MAX_DAY_TICKS = 40;

/** Width of a day label with margins, and of a time at either end of the line, pixels. */
const DAY_LABEL_WIDTH = 48;
const END_LABEL_WIDTH = 84;

/** The days whose labels fit below a line of this width, centred on their midnights, without overlaps. */
export function selectDayLabels(days: readonly number[], { from, to }: Span, width: number): number[] {
  const labelled: number[] = [];
  let free = END_LABEL_WIDTH;
  for (const day of days) {
    const left = ((day - from) / Math.max(1, to - from)) * width - DAY_LABEL_WIDTH / 2;
    if (left < free || left + DAY_LABEL_WIDTH > width - END_LABEL_WIDTH) continue;
    labelled.push(day);
    free = left + DAY_LABEL_WIDTH;
  }
  return labelled;
}

/** Midnights of the account between two times; none if there are too many. */
export function daysBetween({ from, to }: Span, timeZone: string): number[] {
  const days: number[] = [];
  for (let day = startOfDay(from, timeZone, 1); day < to; day = startOfDay(day, timeZone, 1)) {
    if (days.length >= MAX_DAY_TICKS) return [];
    days.push(day);
  }
  return days;
}
