import type { Tracker } from '@wakeline/contract/entities/tracker';
import type { LngLat } from '../map-view.ts';
import { type Describe, deviceFeature, lngLatOf } from './device-feature.ts';
import { GLIDE_MS, type Glide, glideAt, isFinished, isWorthGliding, SPREAD_MS } from './glide.ts';
import type { SourceFeed } from './source-feed.ts';

/** More markers than these move at once only where nobody could follow one: the others jump. */
const MAX_GLIDES = 300;

/** The markers that stand alone on the map now: what is drawn where, and what is on its way. */
export interface DrawnDevices {
  has(id: number): boolean;
  ids(): Iterable<number>;
  /** Where a marker is drawn now. */
  getLngLat(id: number): LngLat | undefined;
  /** Draws a marker that is not drawn yet, from `from` on its way to its place when it comes out of a cluster. */
  add(tracker: Tracker, from?: LngLat): void;
  /** Draws a marker anew: its state, or the place where it is to be, has changed. */
  redraw(tracker: Tracker): void;
  remove(id: number): void;
  /** Puts markers elsewhere than where they are, spread out of a cluster; they glide there and back. */
  spread(targets: ReadonlyMap<number, LngLat>): void;
  /** Once a frame: moves what is on its way. True while something still is. */
  step(now: number): boolean;
}

export interface DrawnDevicesOptions {
  readonly feed: SourceFeed;
  readonly zoom: () => number;
  readonly describe: () => Describe;
  /** The device that the person looks at. */
  readonly selectedId: () => number | null;
  /** False where the system asks for less motion. */
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
  /** Those that were spread before: they are on their way back. */
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
