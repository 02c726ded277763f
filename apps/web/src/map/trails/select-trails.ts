import type { TrackerStore } from '../../live/tracker-store.ts';
import type { Bounds } from '../map-view.ts';

export interface TrailSelection {
  /** The visible area; longitudes are not wrapped. */
  readonly bounds: Bounds;
  /** Hidden devices. */
  readonly hidden: ReadonlySet<number>;
  /** Devices whose trails are always drawn, even out of view. */
  readonly always: readonly number[];
  /** Maximum number of trails, `always` included. */
  readonly max: number;
}

/** The devices whose trails are drawn: `always` first, then those in view, moving ones first. */
export function selectTrails(
  store: Pick<TrackerStore, 'getIds' | 'getLngLat' | 'getStatus'>,
  { bounds: { west, south, east, north }, hidden, always, max }: TrailSelection,
): Set<number> {
  const selected = new Set(always.filter((id) => store.getStatus(id) !== undefined && !hidden.has(id)));
  const moving: number[] = [];
  const stationary: number[] = [];
  for (const id of store.getIds()) {
    if (hidden.has(id) || selected.has(id)) continue;
    const lngLat = store.getLngLat(id);
    if (lngLat === null || lngLat.lat < south || lngLat.lat > north) continue;
    // Longitudes of the view are not wrapped: it may contain another copy of the world.
    const lng = lngLat.lng + 360 * Math.ceil((west - lngLat.lng) / 360);
    if (lng > east) continue;
    const status = store.getStatus(id);
    (status === 'RUNNING' || status === 'SOS' ? moving : stationary).push(id);
  }
  for (const id of [...moving, ...stationary]) {
    if (selected.size >= max) break;
    selected.add(id);
  }
  return selected;
}
