/**
 * Reorders some items of a list; the others keep their position.
 * @param visible the reordered items in their new order
 */
export function reorder<T>(all: readonly T[], visible: readonly T[]): T[] {
  const moved = new Set(visible);
  const rest = visible.filter((item) => all.includes(item)).values();
  return all.map((item) => (moved.has(item) ? (rest.next().value ?? item) : item));
}
