import type { ResultOf } from '@wakeline/contract/operation';
import type { TrackBlock } from '@wakeline/contract/replay/track-blocks';
import type { getChartData } from '@wakeline/contract/replay/tracks';

type ChartData = ResultOf<typeof getChartData>;
type Series = ChartData['speed'];

/** Values are rounded to hundredths, the precision of storage. */
const HUNDREDTHS = 100;

const SERIES = [
  ['speed', 'speed'],
  ['altitude', 'height'],
  ['battery', 'battery'],
  ['gsm', 'gsm'],
  ['gps', 'satellites'],
] as const;

/** Minimum, maximum, sum and number of the known values of each interval. */
interface Sums {
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly sum: Float64Array;
  readonly known: Uint32Array;
}

/**
 * Computes the charts of a track from a stream of blocks, in constant memory. The window is divided into `points` equal
 * intervals; a fix on a border belongs to the later one.
 *
 * @param from epoch milliseconds, included, as is `to`
 */
export async function createChart(
  blocks: AsyncIterable<TrackBlock>,
  { from, to, points }: { readonly from: number; readonly to: number; readonly points: number },
): Promise<ChartData> {
  const span = to - from + 1;
  const count = new Uint32Array(points);
  const sums = SERIES.map(([, column]) => ({ column, sums: createSums(points) }));
  for await (const { time, length, columns } of blocks) {
    const bucket = time.map((moment) => Math.floor(((moment - from) * points) / span));
    for (let index = 0; index < length; index += 1)
      count[bucket[index] ?? 0] = (count[bucket[index] ?? 0] ?? 0) + 1;
    for (const { column, sums: target } of sums) {
      const values = columns[column];
      if (values != null) addValues(target, bucket, values);
    }
  }
  const series = sums.map(({ sums: finishedSums }) => seriesOf(finishedSums));
  const [speed, altitude, battery, gsm, gps] = series as [Series, Series, Series, Series, Series];
  return {
    time: Array.from(count, (_, bucket) => from + Math.ceil((bucket * span) / points)),
    count: [...count],
    speed,
    altitude,
    battery,
    gsm,
    gps,
  };
}

function createSums(points: number): Sums {
  return {
    min: new Float64Array(points).fill(Number.POSITIVE_INFINITY),
    max: new Float64Array(points).fill(Number.NEGATIVE_INFINITY),
    sum: new Float64Array(points),
    known: new Uint32Array(points),
  };
}

function addValues({ min, max, sum, known }: Sums, buckets: Float64Array, values: Float32Array): void {
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const bucket = buckets[index] ?? 0;
    min[bucket] = Math.min(min[bucket] ?? value, value);
    max[bucket] = Math.max(max[bucket] ?? value, value);
    sum[bucket] = (sum[bucket] ?? 0) + value;
    known[bucket] = (known[bucket] ?? 0) + 1;
  }
}

function seriesOf({ min, max, sum, known }: Sums): Series {
  const toValues = (values: Float64Array) =>
    Array.from(values, (value, index) => toChartValue(value, known[index] ?? 0));
  return {
    min: toValues(min),
    max: toValues(max),
    mean: toValues(sum.map((total, index) => total / (known[index] ?? 0))),
  };
}

/** Returns null if no value is known. */
function toChartValue(value: number, known: number): number | null {
  return known === 0 ? null : Math.round(value * HUNDREDTHS) / HUNDREDTHS;
}
