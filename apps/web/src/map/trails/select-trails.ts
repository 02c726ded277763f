import type { TrackerStore } from '../../live/tracker-store.ts';
import { lngLatOf } from '../devices/device-feature.ts';
import type { Bounds } from '../map-view.ts';

export interface TrailSelection {
  /** What is in view; its longitudes run on. */
  readonly bounds: Bounds;
  /** Devices that are not on the map. */
  readonly hidden: ReadonlySet<number>;
  /** Devices whose trails are drawn wherever they are. */
  readonly always: readonly number[];
  /** How many trails are drawn at most, those of `always` among them. */
  readonly max: number;
}

/** The devices whose trails are worth drawing: those of `always`, then what is in view, what moves first. */
export function selectTrails(
  store: Pick<TrackerStore, 'getIds' | 'getTracker'>,
  { bounds: { west, south, east, north }, hidden, always, max }: TrailSelection,
): Set<number> {
  const chosen = new Set(always.filter((id) => store.getTracker(id) !== undefined && !hidden.has(id)));
  const moving: number[] = [];
  const stationary: number[] = [];
  for (const id of store.getIds()) {
    if (hidden.has(id) || chosen.has(id)) continue;
    const tracker = store.getTracker(id);
    const lngLat = tracker === undefined ? null : lngLatOf(tracker);
    if (tracker === undefined || lngLat === null || lngLat.lat < south || lngLat.lat > north) continue;
    // The view's longitudes run on: it may show another copy of the world.
    const lng = lngLat.lng + 360 * Math.ceil((west - lngLat.lng) / 360);
    if (lng > east) continue;
    const { status } = tracker.trackerStatusDto;
    (status === 'RUNNING' || status === 'SOS' ? moving : stationary).push(id);
  }
  for (const id of [...moving, ...stationary]) {
    if (chosen.size >= max) break;
    chosen.add(id);
  }
  return chosen;
}
