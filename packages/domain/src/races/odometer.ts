import type { Fix } from './fix.ts';
import { nearDistance } from './local-plane.ts';

/** Metres: shorter movements are noise of the receiver, which would add up. */
const STEP = 20;
/** Without fixes for this long, a participant may have moved at `UNSEEN_SPEED` on a path that nobody knows. */
const UNSEEN_MS = 120_000;
/** Metres per millisecond: 3 m/s. */
const UNSEEN_SPEED = 0.003;

/** The metres that a participant has moved. */
export class Odometer {
  #metres = 0;
  #anchor: Fix | null = null;
  #lastTime = 0;
  /** Metres from fix to fix since the anchor. */
  #path = 0;

  /** Metres until a position after the last fix. */
  metresAt(position: { readonly lng: number; readonly lat: number }): number {
    return this.#metres + (this.#anchor === null ? 0 : nearDistance(this.#anchor, position));
  }

  /** @param metres from the last fix to this one; null if the path is unknown. */
  add(fix: Fix, metres: number | null): void {
    const anchor = this.#anchor;
    const unseen = fix.time - this.#lastTime;
    this.#lastTime = fix.time;
    if (anchor === null) {
      this.#anchor = fix;
      return;
    }
    this.#path += metres ?? Number.POSITIVE_INFINITY;
    // The straight line is not longer than the path.
    if (this.#path < STEP && unseen <= UNSEEN_MS) return;
    const step = nearDistance(anchor, fix);
    if (unseen > UNSEEN_MS) this.#metres += Math.max(step, unseen * UNSEEN_SPEED);
    else if (step >= STEP) this.#metres += step;
    else return;
    this.#anchor = fix;
    this.#path = 0;
  }
}
