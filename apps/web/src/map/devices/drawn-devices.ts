import type { Tracker } from '@wakeline/contract/entities/tracker';
import type { LngLat } from '../map-view.ts';
import { type Describe, deviceFeature, lngLatOf } from './device-feature.ts';
import { GLIDE_MS, type Glide, glideAt, isFinished, isWorthGliding, SPREAD_MS } from './glide.ts';
import type { SourceFeed } from './source-feed.ts';

/** Maximum number of animated markers: more cannot be followed by eye, so the others jump. */
const MAX_GLIDES = 300;

/** The unclustered markers on the map: their drawn positions and animations. */
export interface DrawnDevices {
  has(id: number): boolean;
  ids(): Iterable<number>;
  /** The currently drawn position of a marker. */
  getLngLat(id: number): LngLat | undefined;
  /** Draws a new marker. If it comes out of a cluster, it moves from `from` to its position. */
  add(tracker: Tracker, from?: LngLat): void;
  /** Redraws a marker whose state or position has changed. */
  redraw(tracker: Tracker): void;
  remove(id: number): void;
  /** Spreads markers out of a cluster to the given positions; they animate there and back. */
  spread(targets: ReadonlyMap<number, LngLat>): void;
  /** Moves animated markers once a frame. Returns whether any is still moving. */
  step(now: number): boolean;
}

export interface DrawnDevicesOptions {
  readonly feed: SourceFeed;
  readonly zoom: () => number;
  readonly describe: () => Describe;
  /** The selected device. */
  readonly selectedId: () => number | null;
  /** False if the system prefers reduced motion. */
  readonly gliding: boolean;
  /** Milliseconds of the page's clock. */
  readonly now: () => number;
}

export function createDrawnDevices({
  feed,
  zoom,
  describe,
  selectedId,
  gliding,
  now,
}: DrawnDevicesOptions): DrawnDevices {
  const lngLats = new Map<number, LngLat>();
  const glides = new Map<number, Glide>();
  let spread: ReadonlyMap<number, LngLat> = new Map();
  /** Markers that were spread before and move back. */
  const returning = new Set<number>();

  function target(tracker: Tracker): LngLat | null {
    return spread.get(tracker.trackerId) ?? lngLatOf(tracker);
  }

  function draw(tracker: Tracker, from: LngLat | undefined): void {
    const id = tracker.trackerId;
    const to = target(tracker);
    if (to === null) return;
    const duration = spread.has(id) || returning.delete(id) ? SPREAD_MS : GLIDE_MS;
    const start = from !== undefined && canGlide(from, to) ? from : to;
    if (start === to) glides.delete(id);
    else glides.set(id, { from: start, to, start: now(), duration });
    lngLats.set(id, start);
    feed.put(deviceFeature(tracker, start, describe(), id === selectedId()));
  }

  function canGlide(from: LngLat, to: LngLat): boolean {
    return gliding && glides.size < MAX_GLIDES && isWorthGliding(from, to, zoom());
  }

  return {
    has: (id) => lngLats.has(id),
    ids: () => lngLats.keys(),
    getLngLat: (id) => lngLats.get(id),
    add: draw,
    redraw: (tracker) => draw(tracker, lngLats.get(tracker.trackerId)),
    remove(id) {
      if (!lngLats.delete(id)) return;
      glides.delete(id);
      feed.remove(id);
    },
    spread(next) {
      for (const id of spread.keys()) returning.add(id);
      for (const id of next.keys()) returning.delete(id);
      spread = next;
    },
    step(time) {
      for (const [id, glide] of glides) {
        const at = glideAt(glide, time);
        lngLats.set(id, at);
        feed.move(id, at);
        if (isFinished(glide, time)) glides.delete(id);
      }
      return glides.size > 0;
    },
  };
}
