import { nearestLng } from '@wakeline/domain/geo/web-mercator';
import { type ReplayClock, rateOf } from '@wakeline/domain/replay/replay-clock';
import type { LngLat, MapView } from '../map-view.ts';
import type { Area } from '../popup/popup-place.ts';
import { paced } from './paced.ts';

/** Keeps the marker of a replay in view. */
export interface Follow {
  /**
   * The marker is somewhere else now.
   *
   * @param asked whether a person put it there (play, seek), which ends what a pan suspended.
   */
  moved(to: LngLat, asked: boolean): void;
  stop(): void;
}

/** Half a marker: nearer to the edge than this, in pixels, it is cut. */
const MARKER = 22;

/** Whether a marker is not wholly in an area. */
export function isOutside({ x, y }: { readonly x: number; readonly y: number }, area: Area): boolean {
  return (
    x < area.left + MARKER || x > area.right - MARKER || y < area.top + MARKER || y > area.bottom - MARKER
  );
}

/**
 * Whether a step of the clock was a person's: play was pressed, or the time went otherwise than by playing.
 *
 * @param longestFrame milliseconds of the viewer that one frame counts at most.
 */
export function wasAsked(before: ReplayClock, after: ReplayClock, longestFrame: number): boolean {
  if (!before.playing) return after.playing || after.time !== before.time;
  return after.time < before.time || after.time - before.time > longestFrame * rateOf(before.level);
}

/**
 * Brings the marker back into the middle when it leaves the view by its own movement. A person who pans, or zooms
 * away from it, wants to look elsewhere: then it is let go until it is played or put somewhere again.
 */
export function followMarker(view: MapView): Follow {
  const { engine } = view;
  let following = true;
  let at: LngLat | null = null;
  /** What the map was last moved for: where nothing is free, trying again would not help. */
  let brought: LngLat | null = null;
  let stopped = false;

  function isLost({ lng, lat }: LngLat): boolean {
    // The view may lie on another copy of the world.
    const point = view.project({ lng: nearestLng(lng, engine.getCenter().lng), lat });
    return isOutside(point, view.freeArea());
  }

  // A hand that drags the time takes the marker out of view with each step.
  const bring = paced(view, () => {
    if (stopped || at === null || at === brought || !following || engine.isMoving() || !isLost(at))
      return null;
    brought = at;
    view.focus(at, engine.getZoom());
    return Promise.resolve();
  });

  const subscriptions = [
    engine.on('dragstart', () => {
      following = false;
    }),
    engine.on('resize', () => {
      brought = null;
    }),
    engine.on('moveend', ({ originalEvent }) => {
      if (originalEvent === undefined) bring();
      else if (at !== null && isLost(at)) following = false;
    }),
  ];

  return {
    moved(to, asked) {
      at = to;
      if (asked) following = true;
      bring();
    },
    stop() {
      stopped = true;
      for (const subscription of subscriptions) subscription.unsubscribe();
    },
  };
}
