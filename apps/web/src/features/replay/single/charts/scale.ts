import { startOfDay } from '../../../../format/zone.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Time steps between ticks that are easy to read. */
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

/** The edges and ticks of a chart's value axis. */
export interface ValueScale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** Limits for the value axis of a chart, in the displayed unit. */
export interface ScaleRule {
  /** Fixed edges, for example of percentages. */
  readonly fixed?: readonly [low: number, high: number];
  /** Whether the lower edge is 0. */
  readonly fromZero?: boolean;
  /** Minimum span between the edges, so that noise is not exaggerated. */
  readonly minSpan: number;
}

/** The step of 1, 2 or 5 times a power of ten that divides a length into at most `maxParts` parts. */
export function niceStep(length: number, maxParts: number): number {
  const rough = length / Math.max(1, maxParts);
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough * 0.999_999) ?? 10;
  return factor * power;
}

/** Edges and ticks for values between `min` and `max`; the edges are ticks. */
export function createValueScale(min: number, max: number, rule: ScaleRule, parts: number): ValueScale {
  if (rule.fixed !== undefined) {
    const [low, high] = rule.fixed;
    return { low, high, ticks: [low, (low + high) / 2, high] };
  }
  const padding = Math.max(0, rule.minSpan - (max - min)) / 2;
  const bottom = rule.fromZero ? Math.min(0, min) : min - padding;
  const top = Math.max(max + (rule.fromZero ? 0 : padding), bottom + rule.minSpan);
  const step = niceStep(top - bottom, parts);
  const low = Math.floor(bottom / step + 1e-9) * step;
  const high = Math.ceil(top / step - 1e-9) * step;
  return { low, high, ticks: ticksBetween(low, high, step) };
}

/** The multiples of a step between two values, both inclusive. */
export function ticksBetween(from: number, to: number, step: number): number[] {
  const ticks: number[] = [];
  for (let at = Math.ceil(from / step - 1e-9); at <= Math.floor(to / step + 1e-9); at += 1)
    ticks.push(at === 0 ? 0 : Number((at * step).toPrecision(12)));
  return ticks;
}

/**
 * Round local times of the account between two times, at most `maxTicks`, and the step between them in milliseconds.
 *
 * @param from epoch milliseconds, like `to`
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
  // Days differ in length, so each tick is at local midnight.
  if (step >= DAY) {
    for (let day = 0, at = midnight; at <= to; day += step / DAY, at = startOfDay(from, timeZone, day))
      if (at >= from) ticks.push(at);
    return { step, ticks };
  }
  for (let at = midnight + Math.ceil((from - midnight) / step) * step; at <= to; at += step) ticks.push(at);
  return { step, ticks };
}
