import { nearestLng } from '@wakeline/domain/geo/web-mercator';
import { type ReplayClock, rateOf } from '@wakeline/domain/replay/replay-clock';
import type { LngLat, MapView } from '../map-view.ts';
import type { ScreenArea } from '../popup/popup-position.ts';
import { throttleByRender } from './throttle-by-render.ts';

/** Keeps the marker of a replay in view. */
export interface MarkerFollower {
  /**
   * Updates the marker's position.
   *
   * @param byUser whether the user moved it (play, seek), which resumes following after a pan
   */
  moveTo(to: LngLat, byUser: boolean): void;
  stop(): void;
}

/** Half the size of a marker, pixels: closer to the edge it is cut off. */
const HALF_MARKER_PIXELS = 22;

/** Whether a marker is not completely inside an area. */
export function isOutside({ x, y }: { readonly x: number; readonly y: number }, area: ScreenArea): boolean {
  return (
    x < area.left + HALF_MARKER_PIXELS ||
    x > area.right - HALF_MARKER_PIXELS ||
    y < area.top + HALF_MARKER_PIXELS ||
    y > area.bottom - HALF_MARKER_PIXELS
  );
}

/**
 * Whether the user changed the clock: pressed play, or moved the time other than by playback.
 *
 * @param maxFrameMs maximum duration of one frame in real time, milliseconds
 */
export function isUserChange(before: ReplayClock, after: ReplayClock, maxFrameMs: number): boolean {
  if (!before.playing) return after.playing || after.time !== before.time;
  return after.time < before.time || after.time - before.time > maxFrameMs * rateOf(before.level);
}

/**
 * Centres the marker when its own movement takes it out of view. If the user pans, or zooms away from it, following
 * stops until the next play or seek.
 */
export function followMarker(view: MapView): MarkerFollower {
  const { engine } = view;
  let following = true;
  let at: LngLat | null = null;
  /** The position last focused: if no area is free, another attempt would not help. */
  let lastFocus: LngLat | null = null;
  let stopped = false;

  function isOutOfView({ lng, lat }: LngLat): boolean {
    // The view may be on another copy of the world.
    const point = view.project({ lng: nearestLng(lng, engine.getCenter().lng), lat });
    return isOutside(point, view.getFreeArea());
  }

  // Dragging the timeline takes the marker out of view with every step.
  const recenter = throttleByRender(view, () => {
    if (stopped || at === null || at === lastFocus || !following || engine.isMoving() || !isOutOfView(at))
      return null;
    lastFocus = at;
    view.focus(at, engine.getZoom());
    return Promise.resolve();
  });

  const subscriptions = [
    engine.on('dragstart', () => {
      following = false;
    }),
    engine.on('resize', () => {
      lastFocus = null;
    }),
    engine.on('moveend', ({ originalEvent }) => {
      if (originalEvent === undefined) recenter();
      else if (at !== null && isOutOfView(at)) following = false;
    }),
  ];

  return {
    moveTo(to, byUser) {
      at = to;
      if (byUser) following = true;
      recenter();
    },
    stop() {
      stopped = true;
      for (const subscription of subscriptions) subscription.unsubscribe();
    },
  };
}
