import { LIMITS } from '@wakeline/contract/limits';
import type { TrackerStore } from '../../live/tracker-store.ts';
import type { TrailStore } from '../../live/trail-store.ts';
import { frameLoop } from '../devices/frame-loop.ts';
import { feedSource } from '../devices/source-feed.ts';
import { TRAILS, trails as trailOverlay } from '../layers/trails.ts';
import type { MapView } from '../map-view.ts';
import { createDrawnTrails } from './drawn-trails.ts';
import { worthDrawing } from './worth-drawing.ts';

/** Which trails are worth drawing is looked at again this long after the map moved, and from time to time, milliseconds. */
const LOOK_MS = 400;
const LOOK_AGAIN_MS = 5_000;
/** Old ends are cut off, and all fade a little, so many times over the length of the trails, but not more often than each second. */
const STEPS = 200;
const SHORTEST_STEP_MS = 1_000;

export interface TrailsOnMapOptions {
  readonly view: MapView;
  readonly store: TrackerStore;
  readonly trails: TrailStore;
  readonly now: () => number;
}

export interface TrailsOnMap {
  /** Length of the trails in minutes; 0: none are drawn. */
  setMinutes(minutes: number): void;
  /** Devices that are not on the map. */
  setHidden(hidden: ReadonlySet<number>): void;
  /** Devices whose trails are drawn wherever they are: the chosen one, and those that are followed. */
  setAlways(trackerIds: readonly number[]): void;
  stop(): void;
}

/**
 * Draws trails behind the devices in view, what moves first, never more than the limit. By differences of what grew, aged or
 * went, at most one a frame.
 */
export function showTrails({ view, store, trails, now }: TrailsOnMapOptions): TrailsOnMap {
  const { engine } = view;
  const hide = view.show(trailOverlay);
  const feed = feedSource((difference) => view.change(TRAILS, difference));
  const frames = frameLoop(() => {
    feed.flush();
    return feed.waiting;
  });
  const drawn = createDrawnTrails(feed, trails);
  let minutes = 0;
  /** The moment that all trails show: what grows since is of the newest band. */
  let shownAt = now();
  let hidden: ReadonlySet<number> = new Set();
  let always: readonly number[] = [];
  let wanted: ReadonlySet<number> = new Set();
  let looking: ReturnType<typeof setTimeout> | null = null;

  function draw(id: number, how?: 'grown' | 'replaced'): void {
    const status = wanted.has(id) ? store.getTracker(id)?.trackerStatusDto.status : undefined;
    drawn.draw(id, status === undefined ? null : { trackerId: id, status, now: shownAt, minutes }, how);
    frames.request();
  }

  function look(): void {
    looking = null;
    const most = LIMITS.trailTrackers;
    const next =
      minutes === 0 ? new Set<number>() : worthDrawing(store, { area: view.area(), hidden, always, most });
    const gone = [...wanted].filter((id) => !next.has(id));
    wanted = next;
    trails.want(next, minutes);
    for (const id of gone) draw(id);
    for (const id of next) if (!drawn.has(id)) draw(id);
  }

  function drawAll(): void {
    shownAt = now();
    for (const id of wanted) draw(id);
  }

  function lookSoon(): void {
    looking ??= setTimeout(look, LOOK_MS);
  }

  const moved = engine.on('moveend', lookSoon);
  const regular = setInterval(() => minutes > 0 && look(), LOOK_AGAIN_MS);
  const aging = setInterval(() => {
    if (now() - shownAt >= (minutes * 60_000) / STEPS) drawAll();
  }, SHORTEST_STEP_MS);
  const endChanges = store.subscribeChanges(({ added, removed }) => {
    if (minutes > 0 && added.size + removed.size > 0) lookSoon();
  });
  const endTrails = trails.subscribe((ids, how) => {
    for (const id of ids) if (wanted.has(id) || drawn.has(id)) draw(id, how);
  });

  return {
    setMinutes(next) {
      minutes = next;
      look();
      drawAll();
    },
    setHidden(next) {
      hidden = next;
      if (minutes > 0) look();
    },
    setAlways(next) {
      always = next;
      if (minutes > 0) look();
    },
    stop() {
      moved.unsubscribe();
      endChanges();
      endTrails();
      clearInterval(regular);
      clearInterval(aging);
      if (looking !== null) clearTimeout(looking);
      frames.stop();
      hide();
    },
  };
}
