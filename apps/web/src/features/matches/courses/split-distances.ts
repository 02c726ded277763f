/** Decimals of a distance in kilometres: half a marathon is 21.0975 km. */
const DECIMALS = 4;
const METRES = 1_000;

/**
 * The distances of a text in kilometres, such as `5, 10, 21.0975`, as metres in ascending order; null: something in it is no
 * distance.
 */
export function parseSplits(text: string): readonly number[] | null {
  const parts = text.split(/[\s,;，；、]+/).filter((part) => part !== '');
  const metres = parts.map((part) =>
    /^\d+(\.\d+)?$/.test(part) ? Math.round(Number(part) * METRES * 10) / 10 : Number.NaN,
  );
  if (metres.some((distance) => !(distance >= 1))) return null;
  return [...new Set(metres)].sort((one, other) => one - other);
}

/** Distances in metres as a text in kilometres. */
export function formatSplits(metres: readonly number[]): string {
  return metres.map((distance) => String(Number((distance / METRES).toFixed(DECIMALS)))).join(', ');
}

/**
 * Distances in metres at regular intervals, below the length of a route.
 *
 * @param max their number at most
 */
export function regularSplits(length: number, interval: number, max: number): readonly number[] {
  if (!(interval > 0)) return [];
  const count = Math.min(max, Math.ceil(length / interval) - 1);
  return Array.from({ length: Math.max(0, count) }, (_, index) => (index + 1) * interval);
}
