import type { Track } from '@wakeline/domain/tracks/track';

/** Values of a fix that the colour of a line can say. */
export type ColorValue = 'speed' | 'height' | 'battery' | 'gsm';

/** How the colours of a line are to be read. There are `bounds.length + 1` classes, from the lowest. */
export interface ColorClasses {
  readonly by: ColorValue;
  /** Where one class ends and the next begins, which has the bound itself; in the track's unit (km/h, metres, percent). */
  readonly bounds: readonly number[];
  /** The class of a fix; `CLASSES` where its value is not known. */
  classOf(fix: number): number;
}

/** Classes: as many as a person tells apart at a glance. */
export const CLASS_COUNT = 5;
/** Of fixes whose value is not known. */
const UNKNOWN_CLASS = CLASS_COUNT;

/** Percent are the same on every track. */
const PERCENT_BOUNDS = [20, 40, 60, 80];
/** Values that are looked at to find the bounds, and the share of them at each end that does not count: spikes of a receiver. */
const MAX_SAMPLES = 2_000;
const OUTLIER_SHARE = 0.02;

/** Divides the values of a track into classes of equal width, with round bounds. */
export function createColorClasses(track: Track, by: ColorValue): ColorClasses {
  const column = track[by];
  const bounds = by === 'battery' || by === 'gsm' ? PERCENT_BOUNDS : roundBounds(sampleColumn(column));
  return {
    by,
    bounds,
    classOf(fix) {
      const value = column[fix] ?? Number.NaN;
      if (Number.isNaN(value)) return UNKNOWN_CLASS;
      let found = 0;
      for (const bound of bounds) if (value >= bound) found += 1;
      return found;
    },
  };
}

function sampleColumn(column: Float32Array): number[] {
  const stride = Math.max(1, Math.floor(column.length / MAX_SAMPLES));
  const values: number[] = [];
  for (let at = 0; at < column.length; at += stride) {
    const value = column[at] ?? Number.NaN;
    if (!Number.isNaN(value)) values.push(value);
  }
  return values.sort((a, b) => a - b);
}

/** Bounds at multiples of 1, 2 or 5 times a power of ten, the least of them that reach over the values. */
function roundBounds(sorted: readonly number[]): number[] {
  const outliers = Math.floor(sorted.length * OUTLIER_SHARE);
  const min = sorted[outliers] ?? 0;
  const max = sorted[sorted.length - 1 - outliers] ?? 0;
  const rough = Math.max((max - min) / CLASS_COUNT, Number.MIN_VALUE);
  const power = 10 ** Math.max(0, Math.floor(Math.log10(rough)));
  let step = power;
  for (const factor of [1, 2, 5, 10]) {
    step = factor * power;
    if (Math.floor(min / step) * step + CLASS_COUNT * step >= max) break;
  }
  const first = Math.floor(min / step) * step;
  return Array.from({ length: CLASS_COUNT - 1 }, (_, index) => first + (index + 1) * step);
}
