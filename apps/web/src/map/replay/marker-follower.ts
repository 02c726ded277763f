import { nearestLng } from '@wakeline/domain/geo/web-mercator';
import { type ReplayClock, rateOf } from '@wakeline/domain/replay/replay-clock';
import type { LngLat, MapView } from '../map-view.ts';
import type { ScreenArea } from '../popup/popup-position.ts';
import { throttleByRender } from './throttle-by-render.ts';

/** Keeps the marker of a replay in view. */
export interface MarkerFollower {
  /**
   * The marker is somewhere else now.
   *
   * @param byUser whether a person put it there (play, seek), which ends what a pan suspended.
   */
  moveTo(to: LngLat, byUser: boolean): void;
  stop(): void;
}

/** Half a marker: nearer to the edge than this, in pixels, it is cut. */
const HALF_MARKER_PIXELS = 22;

/** Whether a marker is not wholly in an area. */
export function isOutside({ x, y }: { readonly x: number; readonly y: number }, area: ScreenArea): boolean {
  return (
    x < area.left + HALF_MARKER_PIXELS ||
    x > area.right - HALF_MARKER_PIXELS ||
    y < area.top + HALF_MARKER_PIXELS ||
    y > area.bottom - HALF_MARKER_PIXELS
  );
}

/**
 * Whether a step of the clock was a person's: play was pressed, or the time went otherwise than by playing.
 *
 * @param maxFrameMs milliseconds of the viewer that one frame counts at most.
 */
export function isUserChange(before: ReplayClock, after: ReplayClock, maxFrameMs: number): boolean {
  if (!before.playing) return after.playing || after.time !== before.time;
  return after.time < before.time || after.time - before.time > maxFrameMs * rateOf(before.level);
}

/**
 * Brings the marker back into the middle when it leaves the view by its own movement. A person who pans, or zooms
 * away from it, wants to look elsewhere: then it is let go until it is played or put somewhere again.
 */
export function followMarker(view: MapView): MarkerFollower {
  const { engine } = view;
  let following = true;
  let at: LngLat | null = null;
  /** What the map was last moved for: where nothing is free, trying again would not help. */
  let lastFocus: LngLat | null = null;
  let stopped = false;

  function isOutOfView({ lng, lat }: LngLat): boolean {
    // The view may lie on another copy of the world.
    const point = view.project({ lng: nearestLng(lng, engine.getCenter().lng), lat });
    return isOutside(point, view.getFreeArea());
  }

  // A hand that drags the time takes the marker out of view with each step.
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
