import { nearestLng, wrapLng } from '@wakeline/domain/geo/web-mercator';
import type { TrackerStore } from '../../live/tracker-store.ts';
import type { Bounds, LngLat, MapView } from '../map-view.ts';
import { isOutside } from '../replay/marker-follower.ts';
import { lngLatOf } from './device-feature.ts';

/** What the map keeps in view: one device in the middle, all of them, or nothing. */
export type FollowTarget = number | 'all' | null;

export interface FollowDevices {
  /** Asked by a person: the map goes there at once, also where it has been let go. */
  follow(target: FollowTarget): void;
  stop(): void;
}

/** A device that is followed alone is brought at least this close. */
const CLOSE_ZOOM = 14;
/** It may stray so far from the middle, pixels, so that the map does not crawl along with each fix. */
const MAX_STRAY_PIXELS = 80;

/** What can be kept in view. */
export interface FollowedPoints {
  /** Where they are now; one of which it is not known is left out. */
  getLngLats(target: number | 'all'): readonly LngLat[];
  /** Tells when they may be elsewhere. */
  subscribe(onMove: () => void): () => void;
}

/** Keeps the trackers of a store in view while they move; see `followPoints`. */
export function followDevices(
  view: MapView,
  store: Pick<TrackerStore, 'getTracker' | 'getIds' | 'subscribeChanges'>,
  onRelease: () => void,
): FollowDevices {
  const getLngLats = (target: number | 'all') =>
    (target === 'all' ? store.getIds() : [target]).flatMap((id) => {
      const tracker = store.getTracker(id);
      return (tracker === undefined ? null : lngLatOf(tracker)) ?? [];
    });
  return followPoints(view, { getLngLats, subscribe: store.subscribeChanges }, onRelease);
}

/**
 * Keeps places in view while they move. A person who pans, or zooms while all are kept in view, wants to look elsewhere: then they are
 * let go, and `onLetGo` says so, until somebody asks again.
 */
export function followPoints(view: MapView, followed: FollowedPoints, onRelease: () => void): FollowDevices {
  const { engine } = view;
  let target: FollowTarget = null;
  /** Asked and not done: the place was not known yet. */
  let isRequested = false;
  /** Bringing an area into view makes the map look at its own size again. */
  let isMovingMap = false;

  /** Where places are on the screen, on the copy of the world that is shown. */
  function createProjection(): (lngLat: LngLat) => { readonly x: number; readonly y: number } {
    const { west, east } = view.getVisibleBounds();
    const middle = (west + east) / 2;
    return ({ lng, lat }) => view.project({ lng: nearestLng(lng, middle), lat });
  }

  /** Where the map was last brought to. */
  let lastFocus: LngLat | null = null;

  function focusOne(lngLat: LngLat): void {
    const { left, right, top, bottom } = view.getFreeArea();
    const { x, y } = createProjection()(lngLat);
    const strays = Math.hypot(x - (left + right) / 2, y - (top + bottom) / 2) > MAX_STRAY_PIXELS;
    if (!isRequested && (!strays || engine.isMoving())) return;
    lastFocus = lngLat;
    view.focus(lngLat, isRequested ? Math.max(engine.getZoom(), CLOSE_ZOOM) : engine.getZoom());
  }

  function fitAll(lngLats: readonly LngLat[]): void {
    const free = view.getFreeArea();
    const toScreen = createProjection();
    if (isRequested || lngLats.some((lngLat) => isOutside(toScreen(lngLat), free)))
      view.fit(boundsAround(lngLats));
  }

  function updateView(): void {
    if (target === null || isMovingMap) return;
    const lngLats = followed.getLngLats(target);
    const [first] = lngLats;
    if (first === undefined) return;
    isMovingMap = true;
    if (target === 'all' && lngLats.length > 1) fitAll(lngLats);
    else focusOne(first);
    isMovingMap = false;
    isRequested = false;
  }

  function release(): void {
    if (target === null) return;
    target = null;
    onRelease();
  }

  const subscriptions = [
    engine.on('dragstart', release),
    engine.on('zoomstart', ({ originalEvent }) => {
      if (originalEvent !== undefined && target === 'all') release();
    }),
    // It may have gone on, and stopped, while the map was on its way. Where nothing is free, trying again would not help.
    engine.on('moveend', ({ originalEvent }) => {
      if (originalEvent !== undefined || typeof target !== 'number') return;
      const [lngLat] = followed.getLngLats(target);
      if (lngLat?.lng !== lastFocus?.lng || lngLat?.lat !== lastFocus?.lat) updateView();
    }),
    // What took the room of a device away brings it back.
    engine.on('resize', updateView),
  ];
  const endChanges = followed.subscribe(updateView);

  return {
    follow(next) {
      target = next;
      isRequested = true;
      updateView();
    },
    stop() {
      endChanges();
      for (const subscription of subscriptions) subscription.unsubscribe();
    },
  };
}

/** The least area that holds these places, over the antimeridian where that is the shorter way from the first one. */
export function boundsAround(lngLats: readonly LngLat[]): Bounds {
  const reference = lngLats[0]?.lng ?? 0;
  const lngs = lngLats.map(({ lng }) => nearestLng(lng, reference));
  const lats = lngLats.map(({ lat }) => lat);
  return {
    west: wrapLng(Math.min(...lngs)),
    east: wrapLng(Math.max(...lngs)),
    south: Math.min(...lats),
    north: Math.max(...lats),
  };
}
