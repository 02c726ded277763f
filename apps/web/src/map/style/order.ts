/** The stacking order of the map, from the lowest to the highest. A new kind of layer is added here. */
export const OVERLAY_ORDER = [
  'relief',
  // Images draped on the ground.
  'image-layers',
  'ocad-maps',
  'graticule',
  'fences',
  'routes',
  'courses',
  'race-courses',
  // What watched tasks add to them.
  'tasks',
  'distance-markers',
  // Below the replayed line: the lines it is compared with, and the selected range.
  'track-comparison',
  'track',
  'track-points',
  'track-stays',
  'track-notices',
  'track-hover',
  'replay-encounters',
  'label-points',
  // Objects of feeds lie below everything of a device.
  'traffic',
  'found',
  'drawing',
  'measure',
] as const;

export type OverlayId = (typeof OVERLAY_ORDER)[number];

/** Layer types of the ground; all others stand on it. */
const GROUND_LAYER_TYPES: ReadonlySet<string> = new Set([
  'background',
  'fill',
  'line',
  'raster',
  'hillshade',
  'color-relief',
]);

/**
 * Index at which a layer of the ground is inserted: below the labels and symbols of a base map, after its last ground
 * layer.
 */
export function countGroundLayers(base: readonly { readonly type: string }[]): number {
  return base.findLastIndex(({ type }) => GROUND_LAYER_TYPES.has(type)) + 1;
}

/**
 * The layer before which an overlay's layers are inserted: the first layer of the next visible overlay above it, or
 * undefined for the top.
 */
export function findLayerAbove(
  overlay: OverlayId,
  visible: ReadonlyMap<OverlayId, readonly string[]>,
): string | undefined {
  for (const above of OVERLAY_ORDER.slice(OVERLAY_ORDER.indexOf(overlay) + 1)) {
    const first = visible.get(above)?.[0];
    if (first !== undefined) return first;
  }
  return undefined;
}
