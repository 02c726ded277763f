import type { HistoryCluster } from '../../clickhouse/history-servers.ts';
import type { NativeBlock } from '../../clickhouse/native.ts';
import type { Shard } from '../../clickhouse/shard.ts';
import { WEEK, weekStart } from '../../db/partitions.ts';
import { BIT } from '../packing.ts';
import type { TimeWindow, TrackerPosition, TrackerSpan } from '../position-store.ts';

/** Spans of a query. */
const MAX_SPANS = 500;
/** Milliseconds of the first section of a span that is searched for some rows; each next one is longer by this factor. */
const SECTION_MS = 6 * 3_600_000;
const SECTION_GROWTH = 4;
/** Milliseconds of a span that is limited to the stored weeks before it is searched. */
const LONG_SPAN_MS = 60 * WEEK;

/**
 * Rows with one key are merged while reading. That takes less time than any other way to select one of them, because it happens in
 * the order of the key, and only for the parts that overlap.
 */
export const POSITIONS = 'position final';
export const ROW = 'tracker_id, time, latitude, longitude, packed';

/** Condition: the receiver reported no valid fix. Bit 9 is in the second byte. */
const INVALID = `(length(packed) > 1 and reinterpretAsUInt8(substring(packed, 1, 1)) >= 128
  and bitAnd(reinterpretAsUInt8(substring(packed, 2, 1)), ${BIT.notValid >> 7}) != 0)`;
export const VALID = `not ${INVALID}`;

export function withinWindow({ from, to }: TimeWindow): string {
  return `time between ${Math.trunc(from)} and ${Math.trunc(to)}`;
}

export function withinSpan(span: TrackerSpan): string {
  return `tracker_id = ${span.trackerId} and ${withinWindow(span)}`;
}

/** Condition of several spans: of one window, if all have the same. */
export function withinSpans(spans: readonly TrackerSpan[]): string {
  const [first] = spans;
  if (first === undefined) return '0';
  if (spans.every(({ from, to }) => from === first.from && to === first.to))
    return `tracker_id in (${spans.map(({ trackerId }) => trackerId).join()}) and ${withinWindow(first)}`;
  return `(${spans.map((span) => `(${withinSpan(span)})`).join(' or ')})`;
}

/** Runs a query of some spans on each shard. */
export async function readSpans(
  cluster: HistoryCluster,
  spans: readonly TrackerSpan[],
  toQuery: (spans: readonly TrackerSpan[]) => string,
): Promise<readonly NativeBlock[]> {
  const results: NativeBlock[] = [];
  for (const [shard, own] of cluster.byShard(spans, ({ trackerId }) => trackerId))
    for (let at = 0; at < own.length; at += MAX_SPANS)
      results.push(...(await shard.read(toQuery(own.slice(at, at + MAX_SPANS)))));
  return results;
}

/**
 * Sections of a window, from one end: readers that need few rows read the first ones only. Before 20.5 a server reads everything
 * that it sorts.
 *
 * @param isSparse whether the last section had few rows, so that the next one is longer
 */
export function* sectionsOf(
  { from, to }: TimeWindow,
  order: 'asc' | 'desc',
  isSparse: () => boolean = () => true,
): Generator<TimeWindow> {
  let [start, end] = [from, to];
  for (let length = SECTION_MS; start <= end; length *= isSparse() ? SECTION_GROWTH : 1) {
    if (order === 'asc') {
      const last = Math.min(end, start + length - 1);
      yield { from: start, to: last };
      start = last + 1;
    } else {
      const first = Math.max(start, end - length + 1);
      yield { from: first, to: end };
      end = first - 1;
    }
  }
}

/** The part of a window in which anything is stored. */
export async function storedWindow(shard: Shard, window: TimeWindow): Promise<TimeWindow> {
  if (window.to - window.from <= LONG_SPAN_MS) return window;
  const [block] = await shard.read(`
    select min(toInt64(partition)), max(toInt64(partition)) from system.parts
    where database = currentDatabase() and table = 'position' and active`);
  const [first, last] = [block?.numbers(0)[0] ?? 0, block?.numbers(1)[0] ?? 0];
  return { from: Math.max(window.from, weekStart(first)), to: Math.min(window.to, weekStart(last + 1) - 1) };
}

/** The first or the last rows of a span. */
export async function readEdge(
  cluster: HistoryCluster,
  span: TrackerSpan,
  { order, limit, condition }: { order: 'asc' | 'desc'; limit: number; condition?: string },
): Promise<readonly NativeBlock[]> {
  const shard = cluster.shardOf(span.trackerId);
  const blocks: NativeBlock[] = [];
  let missing = limit;
  let last = 0;
  const isSparse = () => last * SECTION_GROWTH < limit;
  for (const section of sectionsOf(await storedWindow(shard, span), order, isSparse)) {
    const found = await shard.read(`
      select ${ROW} from ${POSITIONS} where ${withinSpan({ ...span, ...section })}
      ${condition === undefined ? '' : `and ${condition}`}
      order by tracker_id ${order}, time ${order} limit ${missing}`);
    blocks.push(...found);
    last = found.reduce((sum, { rows }) => sum + rows, 0);
    missing -= last;
    if (missing <= 0) break;
  }
  return blocks;
}

/** The rows of a query of `ROW`. */
export function toPositions(blocks: readonly NativeBlock[]): TrackerPosition[] {
  return blocks.flatMap((block) => {
    const [trackers, times] = [block.numbers(0), block.numbers(1)];
    const [latitudes, longitudes] = [block.numbers(2), block.numbers(3)];
    const packed = block.strings(4);
    return Array.from({ length: block.rows }, (_, row) => ({
      trackerId: trackers[row] as number,
      time: times[row] as number,
      latitude: latitudes[row] as number,
      longitude: longitudes[row] as number,
      packed: packed.bytes.subarray(packed.starts[row], packed.ends[row]),
    }));
  });
}
