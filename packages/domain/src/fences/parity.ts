/** Parts of a leg that differ by less are one place: a corner, where two edges meet. */
const SAME = 1e-12;

/**
 * Puts crossings in order, and makes their number agree with the sides of the ends. An end that lies on the edge itself belongs to
 * one side by `contains`, and rounding may find the crossing there or not. Two crossings at one place, at a corner or
 * where an area meets itself around the Earth, are none.
 *
 * @param found parts of the leg, 0 to 1; is used up.
 * @param odd whether the ends are on different sides.
 */
export function orderedCrossings(found: number[], odd: boolean): readonly number[] {
  found.sort((a, b) => a - b);
  const crossings: number[] = [];
  for (const part of found) {
    const last = crossings.at(-1);
    if (last !== undefined && part - last <= SAME) crossings.pop();
    else crossings.push(part);
  }
  if ((crossings.length % 2 === 1) === odd) return crossings;
  if ((crossings[0] ?? 1) <= SAME) return crossings.slice(1);
  if ((crossings.at(-1) ?? 0) >= 1 - SAME) return crossings.slice(0, -1);
  return [...crossings, 1];
}
