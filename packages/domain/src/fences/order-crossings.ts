/** Parts of a leg that differ by less are one place: a corner, where two edges meet. */
const SAME_FRACTION = 1e-12;

/**
 * Puts crossings in order, and makes their number agree with the sides of the ends. An end that lies on the edge itself belongs to
 * one side by `contains`, and rounding may find the crossing there or not. Two crossings at one place, at a corner or
 * where an area meets itself around the Earth, are none.
 *
 * @param found parts of the leg, 0 to 1; is used up.
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
