/** The order (from bottom to top) after moving a layer up, or down by -1; null if it is at that end. */
export function movedUp(
  layerIds: readonly number[],
  layerId: number,
  steps: 1 | -1,
): readonly number[] | null {
  const from = layerIds.indexOf(layerId);
  const to = from + steps;
  const other = layerIds[to];
  return from < 0 || other === undefined ? null : layerIds.with(to, layerId).with(from, other);
}
