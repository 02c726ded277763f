import type { ResultOf } from '@wakeline/contract/operation';
import type { TrackBlock } from '@wakeline/contract/replay/track-blocks';
import type { getChartData } from '@wakeline/contract/replay/tracks';

type ChartData = ResultOf<typeof getChartData>;
type Series = ChartData['speed'];

/** Numbers are told as finely as they are stored. */
const HUNDREDTHS = 100;

const SERIES = [
  ['speed', 'speed'],
  ['altitude', 'height'],
  ['battery', 'battery'],
  ['gsm', 'gsm'],
  ['gps', 'satellites'],
] as const;

/** Least, greatest and sum of some values, and how many are known. */
interface Sums {
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly sum: Float64Array;
  readonly known: Uint32Array;
}

/**
 * The charts of a track, from its blocks as they come: what is kept does not grow with it. The window is cut into `points` equal
 * times; a fix on the border of two belongs to the later one.
 *
 * @param from epoch milliseconds, included, as is `to`
 */
export async function chartOf(
  blocks: AsyncIterable<TrackBlock>,
  { from, to, points }: { readonly from: number; readonly to: number; readonly points: number },
): Promise<ChartData> {
  const span = to - from + 1;
  const count = new Uint32Array(points);
  const sums = SERIES.map(([, column]) => ({ column, sums: startSums(points) }));
  for await (const { time, length, columns } of blocks) {
    const place = time.map((moment) => Math.floor(((moment - from) * points) / span));
    for (let at = 0; at < length; at += 1) count[place[at] ?? 0] = (count[place[at] ?? 0] ?? 0) + 1;
    for (const { column, sums: into } of sums) {
      const values = columns[column];
      if (values != null) add(into, place, values);
    }
  }
  const series = sums.map(({ sums: done }) => seriesOf(done));
  const [speed, altitude, battery, gsm, gps] = series as [Series, Series, Series, Series, Series];
  return {
    time: Array.from(count, (_, place) => from + Math.ceil((place * span) / points)),
    count: [...count],
    speed,
    altitude,
    battery,
    gsm,
    gps,
  };
}

function startSums(points: number): Sums {
  return {
    min: new Float64Array(points).fill(Number.POSITIVE_INFINITY),
    max: new Float64Array(points).fill(Number.NEGATIVE_INFINITY),
    sum: new Float64Array(points),
    known: new Uint32Array(points),
  };
}

function add({ min, max, sum, known }: Sums, place: Float64Array, values: Float32Array): void {
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const into = place[at] ?? 0;
    min[into] = Math.min(min[into] ?? value, value);
    max[into] = Math.max(max[into] ?? value, value);
    sum[into] = (sum[into] ?? 0) + value;
    known[into] = (known[into] ?? 0) + 1;
  }
}

function seriesOf({ min, max, sum, known }: Sums): Series {
  const told = (values: Float64Array) => Array.from(values, (value, at) => tell(value, known[at] ?? 0));
  return { min: told(min), max: told(max), mean: told(sum.map((all, at) => all / (known[at] ?? 0))) };
}

/** Null: none is known. */
function tell(value: number, known: number): number | null {
  return known === 0 ? null : Math.round(value * HUNDREDTHS) / HUNDREDTHS;
}
