import type { Tracker } from '@wakeline/contract/entities/tracker';
import { latFromMercator, lngFromMercator } from '@wakeline/domain/geo/web-mercator';
import type { LngLat, MapView } from '../map-view.ts';
import { PALETTES } from '../style/palette.ts';
import { addCircles, type Circle } from '../surface/circles.ts';
import { addLabels, type Label, type Labels } from '../surface/labels.ts';
import { mapImage } from '../surface/map-images.ts';
import { toMapPoint } from '../surface/map-point.ts';
import { isMoving, type MovingPoint, moveTo, pointAt, restAt } from '../surface/moving-point.ts';
import { toRgba } from '../surface/rgba.ts';
import type { Sprite } from '../surface/sprite-batch.ts';
import { addSprites } from '../surface/sprites.ts';
import type { Surface } from '../surface/surface.ts';
import { boxImage } from '../surface/text-images.ts';
import { type Describe, type DeviceMarker, deviceMarker, labelName } from './device-marker.ts';
import type { Obstacle } from './drawn-clusters.ts';
import { GLIDE_MS, isWorthGliding, SPREAD_MS } from './glide.ts';
import type { LabelMode } from './label-mode.ts';

/** Half the width of a marker without its nose, pixels. */
const HALF_SIZE = 14;
/** Pixels from a marker to its label. */
const CLEARANCE = { single: 23, detailed: 25 } as const;
/** Pulsing ring of a device in SOS: pixels and opacities at its start. */
const PULSE = { radius: 18, growth: 18, fill: 0.19, stroke: 0.75 } as const;
/** The same without motion. */
const STILL_PULSE = { radius: 26, fill: 0.12, stroke: 0.5 } as const;

/** The unclustered markers on the map: their drawn positions and animations. */
export interface DrawnDevices {
  has(id: number): boolean;
  ids(): Iterable<number>;
  /** The currently drawn position of a marker, WGS-84; null if it is not drawn. */
  getLngLat(id: number): LngLat | null;
  /** Draws a new marker. If it comes out of a cluster, it moves from `from` to its position. */
  add(tracker: Tracker, from?: LngLat): void;
  /** Redraws a marker whose state or position has changed. */
  redraw(tracker: Tracker): void;
  remove(id: number): void;
  /** Spreads markers out of a cluster to the given positions; they animate there and back. */
  spread(targets: ReadonlyMap<number, LngLat>): void;
  setLabels(mode: LabelMode): void;
  /** Sets the markers of clusters, which labels avoid. */
  setObstacles(obstacles: readonly Obstacle[]): void;
  /** Ids of the markers at a pixel of the map, the topmost first. `tolerance`: pixels around them that still count. */
  findAt(pixel: { readonly x: number; readonly y: number }, tolerance: number): number[];
  /** Draws what has changed. */
  flush(): void;
  stop(): void;
}

export interface DrawnDevicesOptions {
  readonly view: MapView;
  readonly surface: Surface;
  readonly describe: () => Describe;
  /** The selected device. */
  readonly selectedId: () => number | null;
  /** False if the system prefers reduced motion. */
  readonly gliding: boolean;
}

interface DrawnDevice extends DeviceMarker {
  readonly tracker: Tracker;
  readonly point: MovingPoint;
}

export function createDrawnDevices(options: DrawnDevicesOptions): DrawnDevices {
  const { view, surface, describe, selectedId, gliding } = options;
  const devices = new Map<number, DrawnDevice>();
  const sprites = addSprites(surface, 'devices');
  const selectionRing = addCircles(surface, 'selected');
  const sosRings = addCircles(surface, 'sos');
  let labels: { readonly normal: Labels; readonly sos: Labels } | null = null;
  let mode: LabelMode = 'hidden';
  let obstacles: readonly Obstacle[] = [];
  let spread: ReadonlyMap<number, LngLat> = new Map();
  /** Markers that were spread before and move back. */
  const returning = new Set<number>();
  /** In the order in which they are drawn. */
  let order: readonly DrawnDevice[] = [];
  let hasChanged = false;

  function draw(tracker: Tracker, from: LngLat | null): void {
    const id = tracker.trackerId;
    const target = spread.get(id) ?? lngLatOf(tracker);
    if (target === null) return;
    const to = toMapPoint(view, target);
    const duration = spread.has(id) || returning.delete(id) ? SPREAD_MS : GLIDE_MS;
    const now = performance.now();
    const before = devices.get(id)?.point;
    const start = before !== undefined ? pointAt(before, now) : from === null ? to : toMapPoint(view, from);
    const moves = gliding && isWorthGliding(start, to, view.engine.getZoom());
    // A change of something else must not shorten a movement.
    const continues =
      before !== undefined && isMoving(before, now) && before.to.x === to.x && before.to.y === to.y;
    const point = continues ? before : moves ? moveTo(start, to, now, duration) : restAt(to);
    devices.set(id, { tracker, point, ...deviceMarker(tracker, id === selectedId()) });
    hasChanged = true;
  }

  function drawLabels(): void {
    if (labels === null || mode === 'hidden') return;
    const visibleMode = mode;
    const palette = PALETTES[view.flavour];
    const toLabel = ({ tracker, point }: DrawnDevice, isAlwaysVisible: boolean): Label => {
      const lines = [labelName(tracker), ...(visibleMode === 'detailed' ? describe()(tracker) : [])];
      return {
        id: tracker.trackerId,
        point,
        image: boxImage(lines, visibleMode, palette),
        halfSize: HALF_SIZE,
        clearance: CLEARANCE[visibleMode],
        sides: ['above'],
        isAlwaysVisible,
      };
    };
    const byPriority = order.toReversed();
    labels.sos.set(byPriority.filter(({ isSos }) => isSos).map((device) => toLabel(device, true)));
    labels.normal.set([
      ...byPriority.map((device) => {
        const label = toLabel(device, false);
        return device.isSos ? { ...label, image: null } : label;
      }),
      ...obstacles.map(
        ({ key, point, halfSize }): Label => ({
          // Below the ids of devices.
          id: -key,
          point,
          image: null,
          halfSize,
          clearance: 0,
          sides: [],
        }),
      ),
    ]);
  }

  function flush(): void {
    if (!hasChanged) return;
    hasChanged = false;
    order = [...devices.values()].sort(
      (a, b) => a.rank - b.rank || a.tracker.trackerId - b.tracker.trackerId,
    );
    sprites.set(order.flatMap((device) => toSprites(view, device)));
    const selected = devices.get(selectedId() ?? Number.NaN);
    selectionRing.set(selected === undefined ? [] : toSelectionRings(view, selected));
    sosRings.set(order.filter(({ isSos }) => isSos).map((device) => toSosRing(view, device, gliding)));
    drawLabels();
  }

  return {
    has: (id) => devices.has(id),
    ids: () => devices.keys(),
    getLngLat(id) {
      const device = devices.get(id);
      if (device === undefined) return null;
      const { x, y } = pointAt(device.point, performance.now());
      return view.toWgs84({ lng: lngFromMercator(x), lat: latFromMercator(y) });
    },
    add: (tracker, from) => draw(tracker, from ?? null),
    redraw: (tracker) => draw(tracker, null),
    remove(id) {
      if (devices.delete(id)) hasChanged = true;
    },
    spread(next) {
      for (const id of spread.keys()) returning.add(id);
      for (const id of next.keys()) returning.delete(id);
      spread = next;
    },
    setLabels(next) {
      if (next === mode) return;
      mode = next;
      if (next === 'hidden') {
        labels?.normal.stop();
        labels?.sos.stop();
        labels = null;
      } else labels ??= { normal: addLabels(surface, 'labels'), sos: addLabels(surface, 'labels-sos') };
      drawLabels();
    },
    setObstacles(next) {
      obstacles = next;
      hasChanged = true;
    },
    findAt(pixel, tolerance) {
      const hits = sprites.findAt(pixel, tolerance).map((index) => order[Math.floor(index / IMAGES)]);
      return [...new Set(hits.flatMap((device) => device?.tracker.trackerId ?? []))];
    },
    flush,
    stop() {
      sprites.stop();
      selectionRing.stop();
      sosRings.stop();
      labels?.normal.stop();
      labels?.sos.stop();
    },
  };
}

/** Images of a marker. */
const IMAGES = 2;

/** The last known position of a tracker, or null. */
function lngLatOf({ trackerStatusDto: { latitude, longitude } }: Tracker): LngLat | null {
  return latitude === null || longitude === null ? null : { lng: longitude, lat: latitude };
}

function toSprites(view: MapView, { point, images }: DrawnDevice): Sprite[] {
  return images.map(({ subject, rotation }) => ({
    point,
    image: mapImage(view.flavour, subject),
    rotation,
    rotatesWithMap: true,
  }));
}

function toSelectionRings(view: MapView, { point }: DrawnDevice): Circle[] {
  const { accent, casing } = PALETTES[view.flavour];
  const none = toRgba(accent, 0);
  return [
    { point, radius: 23, fill: toRgba(accent, 0.18), strokeWidth: 2.5, stroke: toRgba(accent) },
    { point, radius: 25.5, fill: none, strokeWidth: 1.5, stroke: toRgba(casing, 0.9) },
  ];
}

function toSosRing(view: MapView, { point }: DrawnDevice, isPulsing: boolean): Circle {
  const { SOS } = PALETTES[view.flavour].status;
  const { radius, fill, stroke } = isPulsing ? PULSE : STILL_PULSE;
  return {
    point,
    radius,
    fill: toRgba(SOS, fill),
    strokeWidth: 2,
    stroke: toRgba(SOS, stroke),
    ...(isPulsing && { growth: PULSE.growth }),
  };
}
