/**
 * A whole order in which some things have changed places among each other: the others stay where they are.
 *
 * @param visible those that somebody ordered, in their new order
 */
export function reorder<T>(all: readonly T[], visible: readonly T[]): T[] {
  const moved = new Set(visible);
  const rest = visible.filter((item) => all.includes(item)).values();
  return all.map((item) => (moved.has(item) ? (rest.next().value ?? item) : item));
}
