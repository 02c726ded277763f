import type { Split, SplitRow } from './split-table.ts';

export interface LastPassing extends Split {
  readonly participant: number;
}

/** The latest passings of a class, newest first, with the place at the point so far. */
export function lastPassings(rows: readonly SplitRow[], limit: number): readonly LastPassing[] {
  const latest: LastPassing[] = [];
  for (const { id, splits } of rows) {
    for (const split of splits) {
      const oldest = latest[limit - 1];
      if (oldest !== undefined && split.passedAt < oldest.passedAt) continue;
      // Most passings are older than those in the list: it stays short.
      const at = latest.findIndex(({ passedAt }) => passedAt < split.passedAt);
      latest.splice(at === -1 ? latest.length : at, 0, { ...split, participant: id });
      if (latest.length > limit) latest.pop();
    }
  }
  return latest;
}
