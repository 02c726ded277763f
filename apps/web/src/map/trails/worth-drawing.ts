import type { TrackerStore } from '../../live/tracker-store.ts';
import { placeOf } from '../devices/device-feature.ts';
import type { Bounds } from '../map-view.ts';

export interface TrailChoice {
  /** What is in view; its longitudes run on. */
  readonly area: Bounds;
  /** Devices that are not on the map. */
  readonly hidden: ReadonlySet<number>;
  /** Devices whose trails are drawn wherever they are. */
  readonly always: readonly number[];
  /** How many trails are drawn at most, those of `always` among them. */
  readonly most: number;
}

/** The devices whose trails are worth drawing: those of `always`, then what is in view, what moves first. */
export function worthDrawing(
  store: Pick<TrackerStore, 'getIds' | 'getTracker'>,
  { area: { west, south, east, north }, hidden, always, most }: TrailChoice,
): Set<number> {
  const chosen = new Set(always.filter((id) => store.getTracker(id) !== undefined && !hidden.has(id)));
  const moving: number[] = [];
  const still: number[] = [];
  for (const id of store.getIds()) {
    if (hidden.has(id) || chosen.has(id)) continue;
    const tracker = store.getTracker(id);
    const place = tracker === undefined ? null : placeOf(tracker);
    if (tracker === undefined || place === null || place.lat < south || place.lat > north) continue;
    // The view's longitudes run on: it may show another copy of the world.
    const lng = place.lng + 360 * Math.ceil((west - place.lng) / 360);
    if (lng > east) continue;
    const { status } = tracker.trackerStatusDto;
    (status === 'RUNNING' || status === 'SOS' ? moving : still).push(id);
  }
  for (const id of [...moving, ...still]) {
    if (chosen.size >= most) break;
    chosen.add(id);
  }
  return chosen;
}
