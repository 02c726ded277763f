import { nearestLng, wrapLng } from '@wakeline/domain/geo/web-mercator';
import type { TrackerStore } from '../../live/tracker-store.ts';
import type { Bounds, LngLat, MapView } from '../map-view.ts';
import { isOutside } from '../replay/follow.ts';
import { placeOf } from './device-feature.ts';

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
const STRAY = 80;

/** What can be kept in view. */
export interface Followed {
  /** Where they are now; one of which it is not known is left out. */
  places(target: number | 'all'): readonly LngLat[];
  /** Tells when they may be elsewhere. */
  subscribe(moved: () => void): () => void;
}

/** Keeps the trackers of a store in view while they move; see `followPlaces`. */
export function followDevices(
  view: MapView,
  store: Pick<TrackerStore, 'getTracker' | 'getIds' | 'subscribeChanges'>,
  onLetGo: () => void,
): FollowDevices {
  const places = (target: number | 'all') =>
    (target === 'all' ? store.getIds() : [target]).flatMap((id) => {
      const tracker = store.getTracker(id);
      return (tracker === undefined ? null : placeOf(tracker)) ?? [];
    });
  return followPlaces(view, { places, subscribe: store.subscribeChanges }, onLetGo);
}

/**
 * Keeps places in view while they move. A person who pans, or zooms while all are kept in view, wants to look elsewhere: then they are
 * let go, and `onLetGo` says so, until somebody asks again.
 */
export function followPlaces(view: MapView, followed: Followed, onLetGo: () => void): FollowDevices {
  const { engine } = view;
  let target: FollowTarget = null;
  /** Asked and not done: the place was not known yet. */
  let due = false;
  /** Bringing an area into view makes the map look at its own size again. */
  let bringing = false;

  /** Where places are on the screen, on the copy of the world that is shown. */
  function onScreen(): (place: LngLat) => { readonly x: number; readonly y: number } {
    const { west, east } = view.area();
    const middle = (west + east) / 2;
    return ({ lng, lat }) => view.project({ lng: nearestLng(lng, middle), lat });
  }

  /** Where the map was last brought to. */
  let brought: LngLat | null = null;

  function bringOne(place: LngLat): void {
    const { left, right, top, bottom } = view.freeArea();
    const { x, y } = onScreen()(place);
    const strays = Math.hypot(x - (left + right) / 2, y - (top + bottom) / 2) > STRAY;
    if (!due && (!strays || engine.isMoving())) return;
    brought = place;
    view.focus(place, due ? Math.max(engine.getZoom(), CLOSE_ZOOM) : engine.getZoom());
  }

  function bringAll(places: readonly LngLat[]): void {
    const free = view.freeArea();
    const screen = onScreen();
    if (due || places.some((place) => isOutside(screen(place), free))) view.fit(around(places));
  }

  function bring(): void {
    if (target === null || bringing) return;
    const places = followed.places(target);
    const [first] = places;
    if (first === undefined) return;
    bringing = true;
    if (target === 'all' && places.length > 1) bringAll(places);
    else bringOne(first);
    bringing = false;
    due = false;
  }

  function letGo(): void {
    if (target === null) return;
    target = null;
    onLetGo();
  }

  const subscriptions = [
    engine.on('dragstart', letGo),
    engine.on('zoomstart', ({ originalEvent }) => {
      if (originalEvent !== undefined && target === 'all') letGo();
    }),
    // It may have gone on, and stopped, while the map was on its way. Where nothing is free, trying again would not help.
    engine.on('moveend', ({ originalEvent }) => {
      if (originalEvent !== undefined || typeof target !== 'number') return;
      const [place] = followed.places(target);
      if (place?.lng !== brought?.lng || place?.lat !== brought?.lat) bring();
    }),
    // What took the room of a device away brings it back.
    engine.on('resize', bring),
  ];
  const endChanges = followed.subscribe(bring);

  return {
    follow(next) {
      target = next;
      due = true;
      bring();
    },
    stop() {
      endChanges();
      for (const subscription of subscriptions) subscription.unsubscribe();
    },
  };
}

/** The least area that holds these places, over the antimeridian where that is the shorter way from the first one. */
export function around(places: readonly LngLat[]): Bounds {
  const reference = places[0]?.lng ?? 0;
  const lngs = places.map(({ lng }) => nearestLng(lng, reference));
  const lats = places.map(({ lat }) => lat);
  return {
    west: wrapLng(Math.min(...lngs)),
    east: wrapLng(Math.max(...lngs)),
    south: Math.min(...lats),
    north: Math.max(...lats),
  };
}
