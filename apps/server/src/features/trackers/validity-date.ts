const DAY_MS = 86_400_000;

/** End of a validity by the local time in a sheet, both in milliseconds: a date without a time is the last valid day. */
export function fromSheetDate(localMs: number): number {
  return isMidnight(localMs) ? localMs + DAY_MS : localMs;
}

/** Local time in a sheet for the end of a validity; counterpart of `fromSheetDate`. */
export function toSheetDate(localMs: number): number {
  return isMidnight(localMs) ? localMs - DAY_MS : localMs;
}

function isMidnight(localMs: number): boolean {
  return localMs % DAY_MS === 0;
}
