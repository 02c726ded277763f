import type { MapMouseEvent, Point } from 'maplibre-gl';
import { CLUSTERS } from '../layers/clusters.ts';
import { DEVICE_BODIES } from '../layers/devices.ts';
import type { LngLat, MapView } from '../map-view.ts';
import { isPointerTaken } from '../pointer-taken.ts';

/** A right click, or a long press, on the map. */
export interface MapContextMenu {
  readonly lngLat: LngLat;
  /** Pixels of the page. */
  readonly x: number;
  readonly y: number;
  readonly trackerId: number | null;
}

export interface PointerEvents {
  readonly onSelect: (id: number | null) => void;
  readonly onContextMenu: (event: MapContextMenu) => void;
}

interface PointerTargets extends PointerEvents {
  readonly onCluster: (key: number) => void;
  /** Several devices lie under the pointer, nearly at one place. */
  readonly onCrowd: (ids: readonly number[], at: LngLat) => void;
  /** The name of a device, shown while it is pointed at: its label may have made way for others. */
  readonly nameOf: (id: number) => string;
  /** Nothing lies under the pointer. */
  readonly onGround: () => void;
}

/** Fingers are less exact than pointers: pixels round the place that was hit. */
const NEAR = { mouse: 2, touch: 10 } as const;
/** Markers whose middles are closer than this, in pixels, are one crowd. */
const CROWD = 12;

/** Tells what is clicked and pointed at; answers the function that ends it. */
export function listenToPointer(view: MapView, targets: PointerTargets): () => void {
  const { engine } = view;

  function under(point: Point, near: number) {
    const layers = [DEVICE_BODIES, CLUSTERS].filter((id) => engine.getLayer(id) !== undefined);
    const found = engine.queryRenderedFeatures(
      [
        [point.x - near, point.y - near],
        [point.x + near, point.y + near],
      ],
      { layers },
    );
    const ids = (layer: string) => [
      ...new Set(found.filter((hit) => hit.layer.id === layer).map((hit) => Number(hit.id))),
    ];
    return { devices: ids(DEVICE_BODIES), clusters: ids(CLUSTERS) };
  }

  /** Those of the devices that lie at the place of the first one. */
  function crowd(devices: readonly number[]): number[] {
    const [first] = devices;
    const at = first === undefined ? null : view.locate(first);
    if (at === null) return [];
    const middle = view.project(at);
    return devices.filter((id) => {
      const other = view.locate(id);
      if (other === null) return false;
      const { x, y } = view.project(other);
      return Math.hypot(x - middle.x, y - middle.y) <= CROWD;
    });
  }

  function click({ point, originalEvent }: MapMouseEvent): void {
    if (isPointerTaken(view)) return;
    const touched = 'pointerType' in originalEvent && originalEvent.pointerType === 'touch';
    const { devices, clusters } = under(point, touched ? NEAR.touch : NEAR.mouse);
    const [device] = devices;
    const [cluster] = clusters;
    const together = crowd(devices);
    const at = device === undefined ? null : view.locate(device);
    if (together.length > 1 && at !== null) targets.onCrowd(together, at);
    else if (device !== undefined) targets.onSelect(device);
    else if (cluster !== undefined) targets.onCluster(cluster);
    else targets.onGround();
  }

  function menu({ point, lngLat, originalEvent }: MapMouseEvent): void {
    originalEvent.preventDefault();
    if (isPointerTaken(view)) return;
    const { lng, lat } = view.toGround(lngLat.wrap());
    targets.onContextMenu({
      lngLat: { lng, lat },
      x: originalEvent.clientX,
      y: originalEvent.clientY,
      trackerId: under(point, NEAR.mouse).devices[0] ?? null,
    });
  }

  /** Where the pointer is; looked at once a frame, and not while the map moves under it. */
  let pointed: Point | null = null;
  function point({ point: at }: MapMouseEvent): void {
    const waiting = pointed !== null;
    pointed = at;
    if (!waiting) requestAnimationFrame(hover);
  }
  function hover(): void {
    const at = pointed;
    pointed = null;
    if (at === null || ended || engine.isMoving() || isPointerTaken(view)) return;
    const { devices, clusters } = under(at, 0);
    const canvas = engine.getCanvas();
    canvas.style.cursor = devices.length + clusters.length > 0 ? 'pointer' : '';
    const [first] = devices;
    canvas.title = first === undefined ? '' : targets.nameOf(first);
  }

  let ended = false;
  const subscriptions = [
    engine.on('click', click),
    engine.on('contextmenu', menu),
    engine.on('mousemove', point),
  ];
  return () => {
    ended = true;
    engine.getCanvas().style.cursor = '';
    engine.getCanvas().title = '';
    for (const subscription of subscriptions) subscription.unsubscribe();
  };
}
