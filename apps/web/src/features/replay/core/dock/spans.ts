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
export function silencesOf(tracks: readonly TimedTrack[], { from, to }: Span, shortest: number): Span[] {
  const heard = tracks.flatMap(heardOf).sort((a, b) => a.from - b.from);
  const silences: Span[] = [];
  let end = from;
  for (const span of [...heard, { from: to, to }]) {
    if (span.from - end >= shortest && span.from > end) silences.push({ from: end, to: span.from });
    end = Math.max(end, span.to);
  }
  return silences;
}

/** From the first fix to the last, without the gaps. */
function heardOf({ track, line }: TimedTrack): Span[] {
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
const MOST_DAYS = 40;

/** Pixels that the word of a day may take, with room on both sides; and those of a moment, at either end of the line. */
const DAY_WORD = 48;
const END_WORD = 84;

/** Days whose words fit below a line of so many pixels, in the middle below their midnights: beside the words at its ends and beside one another. */
export function writtenDays(days: readonly number[], { from, to }: Span, width: number): number[] {
  const written: number[] = [];
  let free = END_WORD;
  for (const day of days) {
    const left = ((day - from) / Math.max(1, to - from)) * width - DAY_WORD / 2;
    if (left < free || left + DAY_WORD > width - END_WORD) continue;
    written.push(day);
    free = left + DAY_WORD;
  }
  return written;
}

/** Midnights of the account between two times; none when there are too many. */
export function daysBetween({ from, to }: Span, timeZone: string): number[] {
  const days: number[] = [];
  for (let day = startOfDay(from, timeZone, 1); day < to; day = startOfDay(day, timeZone, 1)) {
    if (days.length >= MOST_DAYS) return [];
    days.push(day);
  }
  return days;
}
