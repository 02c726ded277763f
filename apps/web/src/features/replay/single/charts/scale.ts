import { startOfDay } from '../../../../format/zone.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Steps between marks of time that people read without thinking. */
const TIME_STEPS = [
  SECOND,
  2 * SECOND,
  5 * SECOND,
  10 * SECOND,
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  4 * DAY,
  7 * DAY,
];

/** The edges of a chart's values, and what is written beside it. */
export interface ValueScale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** How the values of a chart may be bounded, in the unit in which they are written. */
export interface ScaleRule {
  /** Fixed edges, as of percents. */
  readonly fixed?: readonly [low: number, high: number];
  /** Whether the lower edge is 0. */
  readonly fromZero?: boolean;
  /** The least span between the edges, so that noise does not look like a storm. */
  readonly minSpan: number;
}

/** The step of 1, 2 or 5 times a power of ten that makes at most `most` parts of a length. */
export function niceStep(length: number, maxParts: number): number {
  const rough = length / Math.max(1, maxParts);
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough * 0.999_999) ?? 10;
  return factor * power;
}

/** Edges and marks for values between `least` and `greatest`: the edges are marks. */
export function createValueScale(min: number, max: number, rule: ScaleRule, parts: number): ValueScale {
  if (rule.fixed !== undefined) {
    const [low, high] = rule.fixed;
    return { low, high, ticks: [low, (low + high) / 2, high] };
  }
  const lacking = Math.max(0, rule.minSpan - (max - min)) / 2;
  const bottom = rule.fromZero ? Math.min(0, min) : min - lacking;
  const top = Math.max(max + (rule.fromZero ? 0 : lacking), bottom + rule.minSpan);
  const step = niceStep(top - bottom, parts);
  const low = Math.floor(bottom / step + 1e-9) * step;
  const high = Math.ceil(top / step - 1e-9) * step;
  return { low, high, ticks: ticksBetween(low, high, step) };
}

/** The multiples of a step from one value to another, both included. */
export function ticksBetween(from: number, to: number, step: number): number[] {
  const ticks: number[] = [];
  for (let at = Math.ceil(from / step - 1e-9); at <= Math.floor(to / step + 1e-9); at += 1)
    ticks.push(at === 0 ? 0 : Number((at * step).toPrecision(12)));
  return ticks;
}

/**
 * Round moments of the account's clocks between two times, at most `most`, and the step between them in milliseconds.
 *
 * @param from epoch milliseconds, as `to`.
 */
export function timeTicks(
  from: number,
  to: number,
  maxTicks: number,
  timeZone: string,
): { readonly step: number; readonly ticks: readonly number[] } {
  const step = TIME_STEPS.find((candidate) => (to - from) / candidate <= maxTicks) ?? 7 * DAY;
  const ticks: number[] = [];
  const midnight = startOfDay(from, timeZone);
  // Days are not all as long as the others: each begins at its own midnight.
  if (step >= DAY) {
    for (let day = 0, at = midnight; at <= to; day += step / DAY, at = startOfDay(from, timeZone, day))
      if (at >= from) ticks.push(at);
    return { step, ticks };
  }
  for (let at = midnight + Math.ceil((from - midnight) / step) * step; at <= to; at += step) ticks.push(at);
  return { step, ticks };
}
