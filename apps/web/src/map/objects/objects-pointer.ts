import type { Point } from 'maplibre-gl';
import { FENCE_AREAS, FENCE_EDGES } from '../layers/fences.ts';
import { LABEL_POINT_ICONS } from '../layers/label-points.ts';
import { ROUTE_LINES } from '../layers/routes.ts';
import { TRAFFIC_ICONS } from '../layers/traffic.ts';
import { listenForHits } from '../listen-for-hits.ts';
import type { LngLat, MapView } from '../map-view.ts';

/** An object of the map that is clicked or hovered. */
export interface ObjectHit {
  readonly kind: 'fence' | 'labelPoint' | 'route';
  readonly id: number;
}

interface PointerTargets {
  /** Null: neither a device nor an object was hit. */
  readonly onClick: (hit: ObjectHit | null, at: LngLat) => void;
  /** Called with the hovered object and pixels of the map; null: nothing is hovered. */
  readonly onHover: (hit: ObjectHit | null, x: number, y: number) => void;
}

/** In hit order: smaller objects lie above larger ones. */
const LAYERS: readonly (readonly [layer: string, kind: ObjectHit['kind']])[] = [
  [LABEL_POINT_ICONS, 'labelPoint'],
  [ROUTE_LINES, 'route'],
  [FENCE_EDGES, 'fence'],
  [FENCE_AREAS, 'fence'],
];
/** Pixels around the pointer within which a point or a line is hit; larger for touch. Areas have no tolerance. */
const HIT_TOLERANCE = { mouse: 3, touch: 10 } as const;

/** Reports clicks and hover on objects that no device covers. Returns a function that stops it. */
export function listenToObjects(view: MapView, targets: PointerTargets): () => void {
  const { engine } = view;

  function findHit(point: Point, tolerance: number): ObjectHit | 'other' | null {
    const hasLayer = (id: string) => engine.getLayer(id) !== undefined;
    const box: [[number, number], [number, number]] = [
      [point.x - tolerance, point.y - tolerance],
      [point.x + tolerance, point.y + tolerance],
    ];
    // Devices and traffic have priority over objects.
    if (view.isMarkerAt(point, tolerance)) return 'other';
    if (hasLayer(TRAFFIC_ICONS) && engine.queryRenderedFeatures(box, { layers: [TRAFFIC_ICONS] }).length > 0)
      return 'other';
    for (const [layer, kind] of LAYERS) {
      if (!hasLayer(layer)) continue;
      const found = engine.queryRenderedFeatures(layer === FENCE_AREAS ? point : box, { layers: [layer] });
      if (found[0]?.id !== undefined) return { kind, id: Number(found[0].id) };
    }
    return null;
  }

  return listenForHits(view, { tolerance: HIT_TOLERANCE, findHit, ...targets });
}
