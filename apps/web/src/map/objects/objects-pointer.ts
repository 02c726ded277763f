import type { MapMouseEvent, Point } from 'maplibre-gl';
import { CLUSTERS } from '../layers/clusters.ts';
import { DEVICE_BODIES } from '../layers/devices.ts';
import { FENCE_AREAS, FENCE_EDGES } from '../layers/fences.ts';
import { LABEL_POINT_ICONS } from '../layers/label-points.ts';
import { ROUTE_LINES } from '../layers/routes.ts';
import type { LngLat, MapView } from '../map-view.ts';
import { isPointerTaken } from '../pointer-taken.ts';

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
const NEAR = { mouse: 3, touch: 10 } as const;

/** Tells which object is clicked and pointed at where no device is; answers the function that ends it. */
export function listenToObjects(view: MapView, targets: PointerTargets): () => void {
  const { engine } = view;

  function hitAt(point: Point, near: number): ObjectHit | 'device' | null {
    const there = (id: string) => engine.getLayer(id) !== undefined;
    const box: [[number, number], [number, number]] = [
      [point.x - near, point.y - near],
      [point.x + near, point.y + near],
    ];
    // Devices go first: whoever points at one means it.
    const devices = [DEVICE_BODIES, CLUSTERS].filter(there);
    if (devices.length > 0 && engine.queryRenderedFeatures(box, { layers: devices }).length > 0)
      return 'device';
    for (const [layer, kind] of LAYERS) {
      if (!there(layer)) continue;
      const found = engine.queryRenderedFeatures(layer === FENCE_AREAS ? point : box, { layers: [layer] });
      if (found[0]?.id !== undefined) return { kind, id: Number(found[0].id) };
    }
    return null;
  }

  function click({ point, lngLat, originalEvent }: MapMouseEvent): void {
    // A click that draws or measures chooses nothing.
    if (isPointerTaken(view)) return;
    const touched = 'pointerType' in originalEvent && originalEvent.pointerType === 'touch';
    const hit = hitAt(point, touched ? NEAR.touch : NEAR.mouse);
    const { lng, lat } = lngLat.wrap();
    if (hit !== 'device') targets.onClick(hit, view.toGround({ lng, lat }));
  }

  let pointed: Point | null = null;
  function move({ point }: MapMouseEvent): void {
    const waiting = pointed !== null;
    pointed = point;
    if (!waiting) requestAnimationFrame(hover);
  }
  function hover(): void {
    const at = pointed;
    pointed = null;
    if (at === null || ended || engine.isMoving()) return;
    const under = isPointerTaken(view) ? null : hitAt(at, NEAR.mouse);
    const hit = under === 'device' ? null : under;
    // The canvas itself is the devices': it takes the cursor of what it lies in while they say nothing.
    engine.getCanvasContainer().style.cursor = hit === null ? '' : 'pointer';
    targets.onHover(hit, at.x, at.y);
  }
  const leave = () => targets.onHover(null, 0, 0);

  let ended = false;
  const subscriptions = [
    engine.on('click', click),
    engine.on('mousemove', move),
    engine.on('mouseout', leave),
    engine.on('movestart', leave),
  ];
  return () => {
    ended = true;
    engine.getCanvasContainer().style.cursor = '';
    leave();
    for (const subscription of subscriptions) subscription.unsubscribe();
  };
}
