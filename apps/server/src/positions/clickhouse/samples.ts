import type { HistoryCluster } from '../../clickhouse/history-servers.ts';
import type {
  BlockSampling,
  TrackerColumns,
  TrackerPosition,
  TrackerSpan,
  TrailSampling,
} from '../position-store.ts';
import { POSITIONS, ROW, readEdge, readSpans, toPositions, VALID, withinSpans } from './sql.ts';
import { packColumns } from './to-bytes.ts';

/** Trackers whose last row is read at once. */
const CONCURRENT = 16;
/** Milliseconds of windows whose rows are few enough to be read with one query for all trackers. */
const SHORT_MS = 86_400_000;

export async function sampleColumns(
  cluster: HistoryCluster,
  { trackers, step, section, withLast }: BlockSampling,
  base: number,
): Promise<readonly TrackerColumns[]> {
  const spans = trackers.map(({ trackerId, to }) => ({
    ...{ trackerId, from: section.from },
    to: Math.min(section.to, to),
  }));
  const samples = await readSamples(cluster, spans, `intDiv(time - ${section.from}, ${step})`);
  const last = withLast ? await readLastOnes(cluster, trackers) : [];
  return [...byTracker([...samples, ...last])].map(([trackerId, rows]) => ({
    trackerId,
    ...packColumns(rows, base),
  }));
}

export async function sampleTrails(
  cluster: HistoryCluster,
  { trackers, step }: TrailSampling,
): Promise<readonly TrackerPosition[]> {
  const samples = await readSamples(cluster, trackers, `intDiv(time, ${step})`);
  const last = await readLastOnes(cluster, trackers);
  return [...byTracker([...samples, ...last]).values()].flat();
}

/** The first valid row of each span of time. All rows of the spans are read, which takes a second for some millions. */
async function readSamples(
  cluster: HistoryCluster,
  spans: readonly TrackerSpan[],
  place: string,
): Promise<readonly TrackerPosition[]> {
  const blocks = await readSpans(
    cluster,
    spans.filter(({ from, to }) => from <= to),
    (some) => `
      select ${ROW} from (
        select ${ROW}, ${place} as place from ${POSITIONS} where ${withinSpans(some)} and ${VALID}
        order by tracker_id, time limit 1 by tracker_id, place
      )`,
  );
  return toPositions(blocks);
}

async function readLastOnes(
  cluster: HistoryCluster,
  spans: readonly TrackerSpan[],
): Promise<readonly TrackerPosition[]> {
  if (spans.every(({ from, to }) => to - from <= SHORT_MS)) {
    const blocks = await readSpans(
      cluster,
      spans,
      (some) => `
        select ${ROW} from ${POSITIONS} where ${withinSpans(some)} and ${VALID}
        order by tracker_id, time desc limit 1 by tracker_id`,
    );
    return toPositions(blocks);
  }
  const rows: TrackerPosition[] = [];
  for (let at = 0; at < spans.length; at += CONCURRENT) {
    const some = spans.slice(at, at + CONCURRENT);
    const options = { order: 'desc', limit: 1, condition: VALID } as const;
    const found = await Promise.all(some.map((span) => readEdge(cluster, span, options)));
    rows.push(...found.flatMap(toPositions));
  }
  return rows;
}

/** In the order of time, each once. */
function byTracker(rows: readonly TrackerPosition[]): ReadonlyMap<number, readonly TrackerPosition[]> {
  const sorted = [...rows].sort((a, b) => a.trackerId - b.trackerId || a.time - b.time);
  const unique = sorted.filter(
    ({ trackerId, time }, at) => trackerId !== sorted[at - 1]?.trackerId || time !== sorted[at - 1]?.time,
  );
  return Map.groupBy(unique, ({ trackerId }) => trackerId);
}
