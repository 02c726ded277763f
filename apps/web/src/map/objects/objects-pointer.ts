import type { Point } from 'maplibre-gl';
import { CLUSTERS } from '../layers/clusters.ts';
import { DEVICE_BODIES } from '../layers/devices.ts';
import { FENCE_AREAS, FENCE_EDGES } from '../layers/fences.ts';
import { LABEL_POINT_ICONS } from '../layers/label-points.ts';
import { ROUTE_LINES } from '../layers/routes.ts';
import { listenForHits } from '../listen-for-hits.ts';
import type { LngLat, MapView } from '../map-view.ts';

/** An object of the map that is pointed at. */
export interface ObjectHit {
  readonly kind: 'fence' | 'labelPoint' | 'route';
  readonly id: number;
}

interface PointerTargets {
  /** Null: neither a device nor an object lies there. */
  readonly onClick: (hit: ObjectHit | null, at: LngLat) => void;
  /** Says the name of what is pointed at, in pixels of the map; null: nothing is. */
  readonly onHover: (hit: ObjectHit | null, x: number, y: number) => void;
}

/** From what is hit first: what is small lies on top of what is large. */
const LAYERS: readonly (readonly [layer: string, kind: ObjectHit['kind']])[] = [
  [LABEL_POINT_ICONS, 'labelPoint'],
  [ROUTE_LINES, 'route'],
  [FENCE_EDGES, 'fence'],
  [FENCE_AREAS, 'fence'],
];
/** Pixels round the pointer within which a point or a line is hit; a finger is less exact. Areas are hit in the place itself. */
const HIT_TOLERANCE = { mouse: 3, touch: 10 } as const;

/** Tells which object is clicked and pointed at where no device is; answers the function that ends it. */
export function listenToObjects(view: MapView, targets: PointerTargets): () => void {
  const { engine } = view;

  function findHit(point: Point, tolerance: number): ObjectHit | 'other' | null {
    const presentLayers = (id: string) => engine.getLayer(id) !== undefined;
    const box: [[number, number], [number, number]] = [
      [point.x - tolerance, point.y - tolerance],
      [point.x + tolerance, point.y + tolerance],
    ];
    // Devices go first: whoever points at one means it.
    const devices = [DEVICE_BODIES, CLUSTERS].filter(presentLayers);
    if (devices.length > 0 && engine.queryRenderedFeatures(box, { layers: devices }).length > 0)
      return 'other';
    for (const [layer, kind] of LAYERS) {
      if (!presentLayers(layer)) continue;
      const found = engine.queryRenderedFeatures(layer === FENCE_AREAS ? point : box, { layers: [layer] });
      if (found[0]?.id !== undefined) return { kind, id: Number(found[0].id) };
    }
    return null;
  }

  return listenForHits(view, { tolerance: HIT_TOLERANCE, findHit, ...targets });
}
