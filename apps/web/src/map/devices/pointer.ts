import type { MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import { CLUSTERS } from '../layers/clusters.ts';
import { DEVICE_BODIES } from '../layers/devices.ts';
import type { LngLat, MapView } from '../map-view.ts';
import { isPointerCaptured } from '../pointer-capture.ts';
import { findOverlapping, OVERLAP_RADIUS } from './overlapping-markers.ts';

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
  /** Several devices lie on the one that was clicked, nearly at its place. */
  readonly onOverlap: (ids: readonly number[], at: LngLat) => void;
  /** Whether a device is spread out of others: then it is meant alone. */
  readonly isSpread: (id: number) => boolean;
  /** The name of a device, shown while it is pointed at: its label may have made way for others. */
  readonly nameOf: (id: number) => string;
  /** Nothing lies under the pointer. */
  readonly onBackground: () => void;
}

/** Fingers are less exact than pointers: pixels round the place that was hit. */
const HIT_TOLERANCE = { mouse: 2, touch: 10 } as const;

interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** Tells what is clicked and pointed at; answers the function that ends it. */
export function listenToPointer(view: MapView, targets: PointerTargets): () => void {
  const { engine } = view;

  function click({ point, originalEvent }: MapMouseEvent): void {
    if (isPointerCaptured(view)) return;
    const touched = 'pointerType' in originalEvent && originalEvent.pointerType === 'touch';
    const { devices, clusters } = queryMarkers(
      engine,
      point,
      touched ? HIT_TOLERANCE.touch : HIT_TOLERANCE.mouse,
    );
    const [device] = devices;
    const [cluster] = clusters;
    const at = device === undefined ? null : view.locate(device);
    const overlapping =
      device === undefined || at === null || targets.isSpread(device)
        ? []
        : findOverlappingAt(view, device, devices).filter((id) => !targets.isSpread(id));
    if (overlapping.length > 1 && at !== null) targets.onOverlap(overlapping, at);
    else if (device !== undefined) targets.onSelect(device);
    else if (cluster !== undefined) targets.onCluster(cluster);
    else targets.onBackground();
  }

  function openContextMenu({ point, lngLat, originalEvent }: MapMouseEvent): void {
    originalEvent.preventDefault();
    if (isPointerCaptured(view)) return;
    const { lng, lat } = view.toWgs84(lngLat.wrap());
    targets.onContextMenu({
      lngLat: { lng, lat },
      x: originalEvent.clientX,
      y: originalEvent.clientY,
      trackerId: queryMarkers(engine, point, HIT_TOLERANCE.mouse).devices[0] ?? null,
    });
  }

  const subscriptions = [engine.on('click', click), engine.on('contextmenu', openContextMenu)];
  const stopHover = listenToHover(view, targets.nameOf);
  return () => {
    stopHover();
    for (const subscription of subscriptions) subscription.unsubscribe();
  };
}

/** Shows that something can be clicked, and its name. */
function listenToHover(view: MapView, nameOf: PointerTargets['nameOf']): () => void {
  const { engine } = view;
  const canvas = engine.getCanvas();
  let stopped = false;
  /** Where the pointer is; looked at once a frame, and not while the map moves under it. */
  let pointed: Pixel | null = null;

  function hover(): void {
    const at = pointed;
    pointed = null;
    if (at === null || stopped || engine.isMoving() || isPointerCaptured(view)) return;
    const { devices, clusters } = queryMarkers(engine, at, 0);
    canvas.style.cursor = devices.length + clusters.length > 0 ? 'pointer' : '';
    const [first] = devices;
    canvas.title = first === undefined ? '' : nameOf(first);
  }

  const moved = engine.on('mousemove', ({ point }) => {
    const waiting = pointed !== null;
    pointed = point;
    if (!waiting) requestAnimationFrame(hover);
  });
  return () => {
    stopped = true;
    canvas.style.cursor = '';
    canvas.title = '';
    moved.unsubscribe();
  };
}

/** What lies at a point of the map, the topmost first. */
function queryMarkers(engine: MapLibreMap, { x, y }: Pixel, tolerance: number) {
  const layers = [DEVICE_BODIES, CLUSTERS].filter((id) => engine.getLayer(id) !== undefined);
  const found = engine.queryRenderedFeatures(
    [
      [x - tolerance, y - tolerance],
      [x + tolerance, y + tolerance],
    ],
    { layers },
  );
  const ids = (layer: string) => [
    ...new Set(found.filter((hit) => hit.layer.id === layer).map((hit) => Number(hit.id))),
  ];
  return { devices: ids(DEVICE_BODIES), clusters: ids(CLUSTERS) };
}

/** The devices that lie on one of them. @param hit those under the pointer, this one among them. */
function findOverlappingAt(view: MapView, device: number, hit: readonly number[]): number[] {
  const onScreen = (id: number) => {
    const at = view.locate(id);
    return at === null ? [] : [{ id, ...pixelOf(view.project(at)) }];
  };
  const [clicked] = onScreen(device);
  if (clicked === undefined) return [];
  const near = new Set([...hit, ...queryMarkers(view.engine, clicked, OVERLAP_RADIUS).devices]);
  return findOverlapping(clicked, [...near].flatMap(onScreen));
}

const pixelOf = ({ x, y }: Pixel): Pixel => ({ x, y });
