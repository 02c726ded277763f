import { startOfDay } from '../../../../format/zone.ts';
import type { LoadedTrack } from '../loaded-track.ts';

/** A span of time, epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Tracks as a timeline shows them. */
export type TimedTrack = Pick<LoadedTrack, 'trackerId' | 'track' | 'line' | 'stays'>;

/**
 * Silences between two times that are at least `shortest` milliseconds long: of several devices those of all at once, before their first
 * fixes and after their last ones too.
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

/** From the first fix to the last, without the gaps. */
function activePeriods({ track, line }: TimedTrack): Span[] {
  if (track.length === 0) return [];
  const spans: Span[] = [];
  let from = track.time[0] ?? 0;
  for (const gap of line.gaps) {
    const start = track.time[gap.from] ?? 0;
    const end = track.time[gap.from + 1] ?? start;
    // What was impossibly fast is a gap of the line, and no silence.
    if (end - start <= track.gapAfter) continue;
    spans.push({ from, to: start });
    from = end;
  }
  spans.push({ from, to: track.time[track.length - 1] ?? from });
  return spans;
}

/** More day marks than this would be a comb. */
const MAX_DAY_TICKS = 40;

/** Pixels that the word of a day may take, with room on both sides; and those of a moment, at either end of the line. */
const DAY_LABEL_WIDTH = 48;
const END_LABEL_WIDTH = 84;

/** Days whose words fit below a line of so many pixels, in the middle below their midnights: beside the words at its ends and beside one another. */
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

/** Midnights of the account between two times; none when there are too many. */
export function daysBetween({ from, to }: Span, timeZone: string): number[] {
  const days: number[] = [];
  for (let day = startOfDay(from, timeZone, 1); day < to; day = startOfDay(day, timeZone, 1)) {
    if (days.length >= MAX_DAY_TICKS) return [];
    days.push(day);
  }
  return days;
}
