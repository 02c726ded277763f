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
