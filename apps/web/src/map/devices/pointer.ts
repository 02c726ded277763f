import type { MapMouseEvent } from 'maplibre-gl';
import type { LngLat, MapView } from '../map-view.ts';
import { isPointerCaptured } from '../pointer-capture.ts';
import { findOverlapping, OVERLAP_RADIUS } from './overlapping-markers.ts';

/** A right click or a long press on the map. */
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

/** What lies at a pixel of the map, the topmost first. */
export interface FindMarkers {
  devices(pixel: Pixel, tolerance: number): number[];
  clusters(pixel: Pixel, tolerance: number): number[];
}

interface PointerTargets extends PointerEvents {
  readonly find: FindMarkers;
  readonly onCluster: (key: number) => void;
  /** Several devices overlap the clicked one. */
  readonly onOverlap: (ids: readonly number[], at: LngLat) => void;
  /** Whether a device is already spread: then a click selects it alone. */
  readonly isSpread: (id: number) => boolean;
  /** The name of a device, used as tooltip because its label may be hidden. */
  readonly nameOf: (id: number) => string;
  /** A click on the background. */
  readonly onBackground: () => void;
}

/** Hit radius in pixels; larger for touch. */
const HIT_TOLERANCE = { mouse: 2, touch: 10 } as const;

export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** Reports clicks and context menus, and sets cursor and tooltip. Returns a function that stops it. */
export function listenToPointer(view: MapView, targets: PointerTargets): () => void {
  const { engine } = view;

  function click({ point, originalEvent }: MapMouseEvent): void {
    if (isPointerCaptured(view)) return;
    const touched = 'pointerType' in originalEvent && originalEvent.pointerType === 'touch';
    const tolerance = touched ? HIT_TOLERANCE.touch : HIT_TOLERANCE.mouse;
    const devices = targets.find.devices(point, tolerance);
    const [device] = devices;
    const [cluster] = targets.find.clusters(point, tolerance);
    const at = device === undefined ? null : view.locate(device);
    const overlapping =
      device === undefined || at === null || targets.isSpread(device)
        ? []
        : findOverlappingAt(view, targets.find, device, devices).filter((id) => !targets.isSpread(id));
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
      trackerId: targets.find.devices(point, HIT_TOLERANCE.mouse)[0] ?? null,
    });
  }

  const subscriptions = [engine.on('click', click), engine.on('contextmenu', openContextMenu)];
  const stopHover = listenToHover(view, targets);
  return () => {
    stopHover();
    for (const subscription of subscriptions) subscription.unsubscribe();
  };
}

/** Sets the cursor and the tooltip. */
function listenToHover(view: MapView, { find, nameOf }: PointerTargets): () => void {
  const { engine } = view;
  const canvas = engine.getCanvas();
  let stopped = false;
  /** Pointer position; evaluated once a frame, and not while the map moves. */
  let pointed: Pixel | null = null;

  function hover(): void {
    const at = pointed;
    pointed = null;
    if (at === null || stopped || engine.isMoving() || isPointerCaptured(view)) return;
    const [first] = find.devices(at, 0);
    canvas.style.cursor = first !== undefined || find.clusters(at, 0).length > 0 ? 'pointer' : '';
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

/**
 * The devices that overlap a device.
 *
 * @param hit devices under the pointer, including this one
 */
function findOverlappingAt(
  view: MapView,
  find: FindMarkers,
  device: number,
  hit: readonly number[],
): number[] {
  const toScreenMarkers = (id: number) => {
    const at = view.locate(id);
    return at === null ? [] : [{ id, ...pixelOf(view.project(at)) }];
  };
  const [clicked] = toScreenMarkers(device);
  if (clicked === undefined) return [];
  const near = new Set([...hit, ...find.devices(clicked, OVERLAP_RADIUS)]);
  return findOverlapping(clicked, [...near].flatMap(toScreenMarkers));
}

const pixelOf = ({ x, y }: Pixel): Pixel => ({ x, y });
