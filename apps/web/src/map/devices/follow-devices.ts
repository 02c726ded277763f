import { nearestLng, wrapLng } from '@wakeline/domain/geo/web-mercator';
import type { TrackerStore } from '../../live/tracker-store.ts';
import type { Bounds, LngLat, MapView } from '../map-view.ts';
import { isOutside } from '../replay/marker-follower.ts';

/** What stays in view: one device in the centre, all devices, or nothing. */
export type FollowTarget = number | 'all' | null;

export interface FollowDevices {
  /** Starts following at the user's request: the map moves there immediately, even after a release. */
  follow(target: FollowTarget): void;
  stop(): void;
}

/** Minimum zoom for following one device. */
const CLOSE_ZOOM = 14;
/** Distance from the centre at which the map follows, so that it does not move with every fix. */
const MAX_STRAY_PIXELS = 80;

/** The objects that can be followed. */
export interface FollowedPoints {
  /** Their current coordinates, without those that are unknown. */
  getLngLats(target: number | 'all'): readonly LngLat[];
  /** Calls back when coordinates may have changed. */
  subscribe(onMove: () => void): () => void;
}

/** Keeps the trackers of a store in view as they move; see `followPoints`. */
export function followDevices(
  view: MapView,
  store: Pick<TrackerStore, 'getLngLat' | 'getIds' | 'subscribeChanges'>,
  onRelease: () => void,
): FollowDevices {
  const getLngLats = (target: number | 'all') =>
    (target === 'all' ? store.getIds() : [target]).flatMap((id) => store.getLngLat(id) ?? []);
  return followPoints(view, { getLngLats, subscribe: store.subscribeChanges }, onRelease);
}

/**
 * Keeps coordinates in view as they move. If the user pans, or zooms while all are followed, following stops and
 * `onRelease` is called until `follow` is called again.
 */
export function followPoints(view: MapView, followed: FollowedPoints, onRelease: () => void): FollowDevices {
  const { engine } = view;
  let target: FollowTarget = null;
  /** Requested, but the coordinates were not known yet. */
  let isRequested = false;
  /** Guards against recursion: fitting an area triggers a resize of the map. */
  let isMovingMap = false;

  /** Projects to the visible copy of the world. */
  function createProjection(): (lngLat: LngLat) => { readonly x: number; readonly y: number } {
    const { west, east } = view.getVisibleBounds();
    const middle = (west + east) / 2;
    return ({ lng, lat }) => view.project({ lng: nearestLng(lng, middle), lat });
  }

  /** Where the map was last centred. */
  let lastFocus: LngLat | null = null;

  function focusOne(lngLat: LngLat): void {
    const { left, right, top, bottom } = view.getFreeArea();
    const { x, y } = createProjection()(lngLat);
    const isOffCentre = Math.hypot(x - (left + right) / 2, y - (top + bottom) / 2) > MAX_STRAY_PIXELS;
    if (!isRequested && (!isOffCentre || engine.isMoving())) return;
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
    // The target may have moved and stopped during the map animation. If no area is free, another attempt would not
    // help.
    engine.on('moveend', ({ originalEvent }) => {
      if (originalEvent !== undefined || typeof target !== 'number') return;
      const [lngLat] = followed.getLngLats(target);
      if (lngLat?.lng !== lastFocus?.lng || lngLat?.lat !== lastFocus?.lat) updateView();
    }),
    // A smaller map may hide the target.
    engine.on('resize', updateView),
  ];
  const unsubscribe = followed.subscribe(updateView);

  return {
    follow(next) {
      target = next;
      isRequested = true;
      updateView();
    },
    stop() {
      unsubscribe();
      for (const subscription of subscriptions) subscription.unsubscribe();
    },
  };
}

/** The smallest area that contains the coordinates, across the antimeridian if that is shorter from the first one. */
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
