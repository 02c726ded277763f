import type { HistoryCluster } from '../../clickhouse/history-servers.ts';
import type { PagePoint, TrackerPosition, TrackerSpan } from '../position-store.ts';
import { POSITIONS, ROW, readSpans, sectionsOf, toPositions, withinSpans } from './sql.ts';

/** The newest rows of some spans, newest first; of one time the highest tracker first. */
export async function readNewest(
  cluster: HistoryCluster,
  spans: readonly TrackerSpan[],
  { before, limit }: { readonly before: PagePoint | undefined; readonly limit: number },
): Promise<readonly TrackerPosition[]> {
  const point =
    before === undefined
      ? ''
      : `and (time < ${before.time} or (time = ${before.time} and tracker_id < ${before.trackerId}))`;
  const from = Math.min(...spans.map((span) => span.from));
  const to = Math.min(before?.time ?? Number.POSITIVE_INFINITY, Math.max(...spans.map((span) => span.to)));
  const rows: TrackerPosition[] = [];
  for (const section of sectionsOf({ from, to }, 'desc')) {
    const own = spans.flatMap((span) => {
      const cut = { from: Math.max(span.from, section.from), to: Math.min(span.to, section.to) };
      return cut.from > cut.to ? [] : [{ ...span, ...cut }];
    });
    const missing = limit - rows.length;
    const blocks = await readSpans(
      cluster,
      own,
      (some) => `
        select ${ROW} from ${POSITIONS} where ${withinSpans(some)} ${point}
        order by time desc, tracker_id desc limit ${missing}`,
    );
    const found = toPositions(blocks).sort((a, b) => b.time - a.time || b.trackerId - a.trackerId);
    rows.push(...found.slice(0, missing));
    if (rows.length >= limit) break;
  }
  return rows;
}
