import type { Track } from '../tracks/track.ts';
import { usualNoise } from './noise.ts';
import { TangentPlane } from './tangent-plane.ts';

/** Fixes that are smoothed at once, and those after them that are looked at for it: what comes later does not matter any more. */
const BLOCK = 4096;
const AHEAD = 256;
const ROOM = BLOCK + AHEAD + 1;
/** Metres from where the plane touches within which fixes are smoothed on it, and looked at. */
const NEAR = 300_000;
const FAR = 600_000;
/** Metres by which the place of a stand may be off: the mean of many fixes. */
const STAND_NOISE = 0.5;
/** Metres a second: nothing is known of the speed at first, and next to nothing is it at a stand. */
const ANY_SPEED = 100;
const STANDING_SPEED = 0.3;

/** A run of fixes without a gap that is smoothed. At its ends it may stand. */
export interface Run {
  readonly from: number;
  readonly to: number;
  readonly standsFirst: boolean;
  readonly standsLast: boolean;
}

export interface Smoothness {
  /** Metres a second squared: how the speed changes. */
  readonly unrest: number;
  /** What of the usual noise there is, 0 to 1. */
  readonly share: number;
}

/**
 * The Kalman smoother of Rauch, Tung and Striebel (Maximum likelihood estimates of linear dynamic systems, AIAA Journal 3,
 * 1965) for places that move at a speed which wanders (white noise acceleration; Bar-Shalom, Li and Kirubarajan, Estimation
 * with Applications to Tracking and Navigation, 6.2.2). East and north do not depend on one another and have the same noise:
 * one covariance serves both. It writes into the track's places; its own memory does not grow with them.
 */
export class Smoother {
  readonly #plane = new TangentPlane();
  /** Seconds since the fix before. */
  readonly #dt = new Float64Array(ROOM);
  readonly #x = new Float64Array(ROOM);
  readonly #y = new Float64Array(ROOM);
  readonly #u = new Float64Array(ROOM);
  readonly #v = new Float64Array(ROOM);
  /** Covariance of place and place, place and speed, speed and speed. */
  readonly #pp = new Float64Array(ROOM);
  readonly #ps = new Float64Array(ROOM);
  readonly #ss = new Float64Array(ROOM);

  smooth(track: Track, run: Run, { unrest, share }: Smoothness): void {
    if (run.to - run.from < 2) return;
    let from = run.from;
    while (from <= run.to) {
      const { stop, ahead } = this.#forward(track, run, from, unrest * unrest, share);
      this.#keep(stop - from + 1);
      this.#backward(ahead - from, unrest * unrest);
      this.#write(track, run, from, stop);
      from = stop + 1;
    }
  }

  /** Filters from `from` on; tells the last fix that is to be written and the last one that was looked at. */
  #forward(track: Track, run: Run, from: number, q: number, share: number): { stop: number; ahead: number } {
    const { time, lng, lat, accuracy } = track;
    this.#carry(lng[from] ?? 0, lat[from] ?? 0, from === run.from);
    let stop = from;
    let at = from;
    for (; at <= run.to && at - from < ROOM - 1; at += 1) {
      this.#plane.put(lng[at] ?? 0, lat[at] ?? 0);
      const { x, y } = this.#plane;
      const off = Math.hypot(x, y);
      if (off > FAR && at > from) break;
      if (off <= NEAR && at - from < BLOCK && stop >= at - 1) stop = at;
      const stands = (at === run.from && run.standsFirst) || (at === run.to && run.standsLast);
      const noise = stands ? STAND_NOISE : share * usualNoise(accuracy[at] ?? Number.NaN);
      const i = at - from + 1;
      if (at === run.from) this.#begin(i, x, y, noise, stands);
      else this.#step(i, ((time[at] ?? 0) - (time[at - 1] ?? 0)) / 1000, q, x, y, noise);
    }
    return { stop, ahead: at - 1 };
  }

  /** Lets the plane touch here, and brings the state that was kept onto it. */
  #carry(lng: number, lat: number, first: boolean): void {
    if (first) {
      this.#plane.touch(lng, lat);
      return;
    }
    const [x, y, u, v] = [this.#x[0] ?? 0, this.#y[0] ?? 0, this.#u[0] ?? 0, this.#v[0] ?? 0];
    this.#plane.take(x, y);
    const here = { lng: this.#plane.lng, lat: this.#plane.lat };
    this.#plane.take(x + u, y + v);
    const next = { lng: this.#plane.lng, lat: this.#plane.lat };
    this.#plane.touch(lng, lat);
    this.#plane.put(here.lng, here.lat);
    this.#x[0] = this.#plane.x;
    this.#y[0] = this.#plane.y;
    this.#plane.put(next.lng, next.lat);
    this.#u[0] = this.#plane.x - (this.#x[0] ?? 0);
    this.#v[0] = this.#plane.y - (this.#y[0] ?? 0);
  }

  /** What the filter knows at an entry, for the block that goes on from there. Entry 0 is before the first fix of a block. */
  #keep(i: number): void {
    for (const column of [this.#x, this.#y, this.#u, this.#v, this.#pp, this.#ps, this.#ss])
      column[0] = column[i] ?? 0;
  }

  #begin(i: number, x: number, y: number, noise: number, stands: boolean): void {
    this.#x[i] = x;
    this.#y[i] = y;
    this.#u[i] = 0;
    this.#v[i] = 0;
    this.#pp[i] = noise * noise;
    this.#ps[i] = 0;
    this.#ss[i] = (stands ? STANDING_SPEED : ANY_SPEED) ** 2;
  }

  /** Predicts entry `i` from the one before it, and corrects it by what was measured. */
  #step(i: number, dt: number, q: number, x: number, y: number, noise: number): void {
    const u = this.#u[i - 1] ?? 0;
    const v = this.#v[i - 1] ?? 0;
    const ps0 = this.#ps[i - 1] ?? 0;
    const ss0 = this.#ss[i - 1] ?? 0;
    const pp = (this.#pp[i - 1] ?? 0) + dt * (2 * ps0 + dt * ss0) + (q * dt * dt * dt) / 3;
    const ps = ps0 + dt * ss0 + (q * dt * dt) / 2;
    const ss = ss0 + q * dt;
    const ofPlace = pp / (pp + noise * noise);
    const ofSpeed = ps / (pp + noise * noise);
    const eastOff = x - ((this.#x[i - 1] ?? 0) + u * dt);
    const northOff = y - ((this.#y[i - 1] ?? 0) + v * dt);
    this.#dt[i] = dt;
    this.#x[i] = x - (1 - ofPlace) * eastOff;
    this.#y[i] = y - (1 - ofPlace) * northOff;
    this.#u[i] = u + ofSpeed * eastOff;
    this.#v[i] = v + ofSpeed * northOff;
    this.#pp[i] = (1 - ofPlace) * pp;
    this.#ps[i] = (1 - ofPlace) * ps;
    this.#ss[i] = ss - ofSpeed * ps;
  }

  /** Goes back from the last entry, and lets each know what came after it. Covariances stay those of the filter. */
  #backward(last: number, q: number): void {
    for (let i = last; i >= 1; i -= 1) this.#back(i, this.#dt[i + 1] ?? 0, q);
  }

  #back(i: number, dt: number, q: number): void {
    const pp0 = this.#pp[i] ?? 0;
    const ps0 = this.#ps[i] ?? 0;
    const ss0 = this.#ss[i] ?? 0;
    const pp = pp0 + dt * (2 * ps0 + dt * ss0) + (q * dt * dt * dt) / 3;
    const ps = ps0 + dt * ss0 + (q * dt * dt) / 2;
    const ss = ss0 + q * dt;
    const determinant = pp * ss - ps * ps;
    if (determinant <= 0) return;
    // The gain P F' (F P F' + Q)^-1, row by row.
    const a = pp0 + dt * ps0;
    const b = ps0 + dt * ss0;
    const g00 = (a * ss - ps0 * ps) / determinant;
    const g01 = (ps0 * pp - a * ps) / determinant;
    const g10 = (b * ss - ss0 * ps) / determinant;
    const g11 = (ss0 * pp - b * ps) / determinant;
    const u = this.#u[i] ?? 0;
    const v = this.#v[i] ?? 0;
    const eastOff = (this.#x[i + 1] ?? 0) - ((this.#x[i] ?? 0) + u * dt);
    const northOff = (this.#y[i + 1] ?? 0) - ((this.#y[i] ?? 0) + v * dt);
    const eastSpeed = (this.#u[i + 1] ?? 0) - u;
    const northSpeed = (this.#v[i + 1] ?? 0) - v;
    this.#x[i] = (this.#x[i] ?? 0) + g00 * eastOff + g01 * eastSpeed;
    this.#y[i] = (this.#y[i] ?? 0) + g00 * northOff + g01 * northSpeed;
    this.#u[i] = u + g10 * eastOff + g11 * eastSpeed;
    this.#v[i] = v + g10 * northOff + g11 * northSpeed;
  }

  #write({ lng, lat }: Track, run: Run, from: number, stop: number): void {
    for (let at = from; at <= stop; at += 1) {
      if ((at === run.from && run.standsFirst) || (at === run.to && run.standsLast)) continue;
      this.#plane.take(this.#x[at - from + 1] ?? 0, this.#y[at - from + 1] ?? 0);
      lng[at] = this.#plane.lng;
      lat[at] = this.#plane.lat;
    }
  }
}
