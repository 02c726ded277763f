/** Fractions of a segment that differ by less are the same point: a vertex where two edges meet. */
const SAME_FRACTION = 1e-12;

/**
 * Sorts crossings, and makes their number consistent with the sides of the ends. An end on the edge itself belongs to one side
 * by `contains`, and rounding may or may not find the crossing there. Two crossings at one point, at a vertex or where an area
 * around the Earth meets itself, cancel out.
 *
 * @param found fractions of the segment, 0 to 1; the array is modified.
 * @param isOdd whether the ends are on different sides.
 */
export function orderCrossings(found: number[], isOdd: boolean): readonly number[] {
  found.sort((a, b) => a - b);
  const crossings: number[] = [];
  for (const fraction of found) {
    const last = crossings.at(-1);
    if (last !== undefined && fraction - last <= SAME_FRACTION) crossings.pop();
    else crossings.push(fraction);
  }
  if ((crossings.length % 2 === 1) === isOdd) return crossings;
  if ((crossings[0] ?? 1) <= SAME_FRACTION) return crossings.slice(1);
  if ((crossings.at(-1) ?? 0) >= 1 - SAME_FRACTION) return crossings.slice(0, -1);
  return [...crossings, 1];
}
