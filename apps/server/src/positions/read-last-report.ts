import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { readTrackEnds } from '../trackers/validity.ts';
import { unpack } from './packing.ts';
import type { PositionHistory } from './position-store.ts';

/**
 * The newest stored report of a tracker, also one without a valid fix; null: none. Not later than the end of its
 * validity, if that is over at `now`.
 *
 * @param since epoch milliseconds: the time of the newest fix, so that only the newest weeks are searched
 */
export async function readLastReport(
  { db, positions }: PositionHistory,
  { trackerId, since, now }: { readonly trackerId: number; readonly since: number; readonly now: number },
): Promise<LocatedReport | null> {
  const end = (await readTrackEnds(db, [trackerId], now)).get(trackerId) ?? Number.MAX_SAFE_INTEGER;
  const row = await positions.readLast(db, { trackerId, from: since, to: end });
  return row === null ? null : unpack(row);
}
