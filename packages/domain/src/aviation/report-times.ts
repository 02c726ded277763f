/** When an aircraft sent its last positions. Plain data of bounded size, epoch milliseconds by the server clock. */
export interface ReportTimes {
  /** Of the last position that moved its marker. */
  readonly receivedAt: number;
  /** Of the last one from which a gap is measured. */
  readonly gapFrom: number;
  /** Milliseconds between positions, oldest first. */
  readonly gaps: readonly number[];
}

/** Gaps of which the median is the report interval: one long gap among them changes nothing. */
const MAX_GAPS = 5;
/** Milliseconds within which positions count as one: devices send what they buffered in one burst. */
const BURST_MS = 10_000;
/** Report intervals without a position after which an aircraft is silent. */
const INTERVALS = 3;
/** Milliseconds: the shortest and the longest time, the latter after ICAO Annex 11, 5.2.1 (INCERFA). */
const MIN_SILENT_MS = 3 * 60_000;
const MAX_SILENT_MS = 30 * 60_000;

/** @param before null: this is the first position. */
export function addReceipt(before: ReportTimes | null, receivedAt: number): ReportTimes {
  if (before === null) return { receivedAt, gapFrom: receivedAt, gaps: [] };
  const gap = receivedAt - before.gapFrom;
  // The clock of the server was set back.
  if (gap < 0) return { ...before, receivedAt, gapFrom: receivedAt };
  if (gap < BURST_MS) return { ...before, receivedAt };
  return { receivedAt, gapFrom: receivedAt, gaps: [...before.gaps, gap].slice(-MAX_GAPS) };
}

/**
 * Milliseconds without a position after which an aircraft in flight is silent: three report intervals, 3 to 30 minutes. Without
 * a known interval the longest time.
 */
export function silentAfter({ gaps }: ReportTimes): number {
  const sorted = [...gaps].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (median === undefined) return MAX_SILENT_MS;
  return Math.min(MAX_SILENT_MS, Math.max(MIN_SILENT_MS, INTERVALS * median));
}
