/**
 * A whole order in which some things have changed places among each other: the others stay where they are.
 *
 * @param shown those that somebody ordered, in their new order
 */
export function reordered<T>(whole: readonly T[], shown: readonly T[]): T[] {
  const moved = new Set(shown);
  const rest = shown.filter((one) => whole.includes(one)).values();
  return whole.map((one) => (moved.has(one) ? (rest.next().value ?? one) : one));
}
