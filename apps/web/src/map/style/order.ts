/** The one stacking order of the map, from the lowest to the highest. A new kind of layer gets its place here. */
export const OVERLAY_ORDER = [
  'relief',
  // Pictures that lie on the ground.
  'image-layers',
  'graticule',
  'fences',
  'routes',
  'distance-marks',
  'trails',
  // Under the line that is replayed: what it is compared with, and the part that is chosen.
  'track-beside',
  'track',
  'track-points',
  'track-stays',
  'track-notices',
  'track-pointed',
  'replay-meetings',
  'label-points',
  // Labels lie under the markers: names are placed after them, where they cover none.
  'labels',
  'spider-legs',
  'clusters',
  'selected',
  'sos',
  'devices',
  // An alarm's name is read whatever it covers, the ring of a cluster too.
  'labels-sos',
  'found',
  'drawing',
  'measure',
] as const;

export type OverlayId = (typeof OVERLAY_ORDER)[number];

/** Kinds of layers that are the ground itself; all others stand on it. */
const GROUND_LAYER_TYPES: ReadonlySet<string> = new Set([
  'background',
  'fill',
  'line',
  'raster',
  'hillshade',
  'color-relief',
]);

/** How many of a base map's layers are below all of its names and marks, or between them: what belongs to the ground comes after so many. */
export function countGroundLayers(base: readonly { readonly type: string }[]): number {
  return base.findLastIndex(({ type }) => GROUND_LAYER_TYPES.has(type)) + 1;
}

/**
 * The layer before which an overlay's layers go: the first layer of the lowest shown overlay above it, or
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
