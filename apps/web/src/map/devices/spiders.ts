import { UNCLUSTERED_ZOOM } from '@wakeline/domain/devices/clustering';
import { mercatorX, mercatorY } from '@wakeline/domain/geo/web-mercator';
import type { TrackerStore } from '../../live/tracker-store.ts';
import type { LngLat, MapView } from '../map-view.ts';
import { PALETTES } from '../style/palette.ts';
import { addLines, type Line } from '../surface/lines.ts';
import { toMapPoint } from '../surface/map-point.ts';
import { toRgba } from '../surface/rgba.ts';
import type { Surface } from '../surface/surface.ts';
import type { ExpandedCluster } from './cluster-link.ts';
import type { DrawnDevices } from './drawn-devices.ts';
import { spiderOffsets } from './spider.ts';

/** More legs would be indistinguishable. */
const MAX_LEGS = 80;
/** At the zoom where clustering stops, markers closer than this (pixels) cannot be separated by zooming. */
const MAX_CLUSTER_PIXELS = 24;
const MOVE_MS = 180;
/** Pixels. */
const LEG_WIDTH = 1.2;
const LEG_OPACITY = 0.6;

export interface Spiders {
  /** Maximum number of devices that are spread. */
  readonly maxDevices: number;
  /** Whether this device is currently spread. */
  has(id: number): boolean;
  /** Handles a click on a cluster: zooms in if that splits it, and spreads it otherwise. */
  open(at: LngLat, expanded: ExpandedCluster): void;
  /** Handles a click on a cluster whose devices are not known yet. */
  zoomInto(at: LngLat): void;
  /** Spreads overlapping devices around a point. */
  spread(at: LngLat, ids: readonly number[]): void;
  /** Collapses the spread markers; false if there were none. */
  close(): boolean;
  stop(): void;
}

export interface SpidersOptions {
  readonly view: MapView;
  readonly surface: Surface;
  readonly drawn: DrawnDevices;
  readonly store: TrackerStore;
  readonly onClosed: () => void;
  readonly requestFrame: () => void;
}

export function createSpiders(options: SpidersOptions): Spiders {
  const { view, surface, drawn, store, onClosed, requestFrame } = options;
  const { engine } = view;
  const legs = addLines(surface, 'spider-legs', {
    width: LEG_WIDTH,
    casingWidth: 0,
    casing: toRgba(PALETTES[view.flavour].casing, 0),
  });
  let spreadIds: ReadonlySet<number> = new Set();

  function redraw(ids: Iterable<number>): void {
    for (const id of ids) {
      const tracker = store.getTracker(id);
      if (tracker !== undefined && drawn.has(id)) drawn.redraw(tracker);
    }
    requestFrame();
  }

  const spiders: Spiders = {
    maxDevices: MAX_LEGS,
    has: (id) => spreadIds.has(id),
    open(at, { ids, zoom }) {
      if (ids.length === 0) return;
      if (
        zoom < UNCLUSTERED_ZOOM ||
        (extentInPixels(store, ids) > MAX_CLUSTER_PIXELS && engine.getZoom() < UNCLUSTERED_ZOOM)
      ) {
        engine.easeTo({
          center: view.toMapDatum(at),
          zoom: Math.max(zoom, engine.getZoom() + 1),
          duration: MOVE_MS,
        });
      } else spiders.spread(at, ids);
    },
    zoomInto(at) {
      engine.easeTo({ center: view.toMapDatum(at), zoom: engine.getZoom() + 2, duration: MOVE_MS });
    },
    spread(at, ids) {
      spiders.close();
      const lngLats = legEnds(view, at, ids);
      spreadIds = new Set(lngLats.keys());
      drawn.spread(lngLats);
      for (const id of spreadIds) {
        const tracker = store.getTracker(id);
        if (tracker !== undefined && !drawn.has(id)) drawn.add(tracker, at);
      }
      redraw(spreadIds);
      for (const [id, end] of lngLats) legs.put(id, legLine(view, at, end));
    },
    close() {
      if (spreadIds.size === 0) return false;
      const before = spreadIds;
      spreadIds = new Set();
      drawn.spread(new Map());
      legs.clear();
      redraw(before);
      onClosed();
      return true;
    },
    stop: legs.stop,
  };
  return spiders;
}

/** Extent of the devices in pixels at the zoom where clustering stops. */
function extentInPixels(store: TrackerStore, ids: readonly number[]): number {
  const xs: number[] = [];
  const ys: number[] = [];
  for (const id of ids) {
    const at = store.getLngLat(id);
    if (at === null) continue;
    xs.push(mercatorX(at.lng));
    ys.push(mercatorY(at.lat));
  }
  const extent = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  return extent * 512 * 2 ** UNCLUSTERED_ZOOM;
}

/** The spread position of each device. */
function legEnds(view: MapView, at: LngLat, ids: readonly number[]): Map<number, LngLat> {
  const centre = view.project(at);
  const legs = spiderOffsets(ids.length).map(({ x, y }) =>
    view.unproject({ x: centre.x + x, y: centre.y + y }),
  );
  const ends = new Map<number, LngLat>();
  ids.forEach((id, i) => {
    const leg = legs[i];
    if (leg !== undefined) ends.set(id, { lng: leg.lng, lat: leg.lat });
  });
  return ends;
}

/** The line from a cluster to a marker spread out from it. */
function legLine(view: MapView, at: LngLat, end: LngLat): Line {
  const [from, to] = [toMapPoint(view, at), toMapPoint(view, end)];
  return {
    length: 2,
    x: [from.x, to.x],
    y: [from.y, to.y],
    joined: [1, 0],
    opacity: [1, 1],
    colour: toRgba(PALETTES[view.flavour].label.text, LEG_OPACITY),
  };
}
