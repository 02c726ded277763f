import type { Track } from '@wakeline/domain/tracks/track';

/** Values of a fix that can colour a line. */
export type ColorValue = 'speed' | 'height' | 'battery' | 'gsm';

/** The legend of a coloured line: `bounds.length + 1` classes, from the lowest. */
export interface ColorClasses {
  readonly by: ColorValue;
  /** Where one class ends and the next starts (inclusive), in the track's unit (km/h, metres, percent). */
  readonly bounds: readonly number[];
  /** The class of a fix; `CLASS_COUNT` if its value is unknown. */
  classOf(fix: number): number;
}

/** Number of classes: as many as are distinguishable at a glance. */
export const CLASS_COUNT = 5;
/** The class of unknown values. */
const UNKNOWN_CLASS = CLASS_COUNT;

/** Percentages have the same bounds on every track. */
const PERCENT_BOUNDS = [20, 40, 60, 80];
/** Maximum number of samples for the bounds, and the share of outliers that is ignored at each end. */
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
      let index = 0;
      for (const bound of bounds) if (value >= bound) index += 1;
      return index;
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

/** Bounds at multiples of 1, 2 or 5 times a power of ten, with the smallest step that covers the values. */
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
