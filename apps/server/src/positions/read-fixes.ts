import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { unpack } from './packing.ts';
import type { PositionHistory, TrackerSpan } from './position-store.ts';

/** The last valid fix of each window, in their order; null: it has none. */
export async function readLastFixes(
  { db, positions }: PositionHistory,
  windows: readonly TrackerSpan[],
): Promise<readonly (LocatedReport | null)[]> {
  if (windows.length === 0) return [];
  const rows = await positions.readLastValid(db, windows);
  return rows.map((row) => (row === null ? null : unpack(row)));
}
