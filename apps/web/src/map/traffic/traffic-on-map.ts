import type { FeedArea, TrafficObject } from '@wakeline/contract/trackers/feeds';
import type { TrafficStore } from '../../live/traffic-store.ts';
import { TRAFFIC, TRAFFIC_ICONS, traffic } from '../layers/traffic.ts';
import { listenForHits } from '../listen-for-hits.ts';
import type { Bounds, MapView } from '../map-view.ts';
import { toTrafficFeature } from './traffic-feature.ts';

/** Share of the view beyond its edges that is requested, so that a small pan shows complete data at once. */
const MARGIN = 0.25;
/** Milliseconds after the last movement of the map until its area is requested. */
const SETTLE_MS = 300;

export interface TrafficOptions {
  readonly view: MapView;
  readonly store: TrafficStore;
  /** Requests the traffic of an area; null: none. */
  readonly request: (area: FeedArea | null) => void;
  /** An object was clicked. */
  readonly onSelect: (object: TrafficObject) => void;
  readonly onFailed: (error: unknown) => void;
}

/** Draws the traffic of the visible area. Returns a function that stops it. */
export function showTraffic({ view, store, request, onSelect, onFailed }: TrafficOptions): () => void {
  const { engine } = view;
  const hide = view.show(traffic);
  let stopped = false;
  let isDrawing = false;
  let hasChanged = false;
  let settle: ReturnType<typeof setTimeout> | undefined;

  /** One at a time: what changes meanwhile is drawn together afterwards. */
  async function draw(): Promise<void> {
    hasChanged = true;
    if (isDrawing) return;
    isDrawing = true;
    try {
      while (hasChanged && !stopped) {
        hasChanged = false;
        const features = [...store.getObjects().values()].map(toTrafficFeature);
        await view.setFeatures(TRAFFIC, { type: 'FeatureCollection', features });
      }
    } catch (error) {
      if (!stopped) onFailed(error);
    } finally {
      isDrawing = false;
    }
  }

  function requestArea(): void {
    request(toFeedArea(view.getVisibleBounds(MARGIN)));
  }
  const moved = engine.on('moveend', () => {
    clearTimeout(settle);
    settle = setTimeout(requestArea, SETTLE_MS);
  });
  const stopListening = listenForHits<TrafficObject>(view, {
    tolerance: { mouse: 3, touch: 10 },
    findHit(point, tolerance) {
      const box: [[number, number], [number, number]] = [
        [point.x - tolerance, point.y - tolerance],
        [point.x + tolerance, point.y + tolerance],
      ];
      // Devices and other objects handle the pointer themselves.
      if (view.isMarkerAt(point, tolerance) || engine.getLayer(TRAFFIC_ICONS) === undefined) return 'other';
      const [hit] = engine.queryRenderedFeatures(box, { layers: [TRAFFIC_ICONS] });
      return store.getObjects().get(String(hit?.properties.objectId)) ?? 'other';
    },
    onClick: (object) => object !== null && onSelect(object),
    onHover: () => undefined,
  });
  const unsubscribe = store.subscribe(() => void draw());
  requestArea();
  void draw();

  return () => {
    stopped = true;
    clearTimeout(settle);
    moved.unsubscribe();
    stopListening();
    unsubscribe();
    request(null);
    store.clear();
    hide();
  };
}

/** Longitudes of the map are not wrapped; an area of a feed is within -180..180. */
export function toFeedArea({ west, south, east, north }: Bounds): FeedArea {
  const latitudes = { south: Math.max(-90, south), north: Math.min(90, north) };
  if (east - west >= 360) return { west: -180, east: 180, ...latitudes };
  return { west: wrap(west), east: wrap(east), ...latitudes };
}

function wrap(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}
