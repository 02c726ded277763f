import type { Track } from '../tracks/track.ts';
import { noiseFromAccuracy } from './noise.ts';
import { TangentPlane } from './tangent-plane.ts';

/** Fixes that are smoothed at once, and the following fixes that still influence them. Later ones no longer matter. */
const BLOCK = 4096;
const LOOKAHEAD = 256;
const CAPACITY = BLOCK + LOOKAHEAD + 1;
/** Distance in metres from the origin of the plane within which fixes are smoothed, and within which the lookahead ends. */
const SMOOTH_RADIUS = 300_000;
const LOOKAHEAD_RADIUS = 600_000;
/** Standard deviation in metres of the position of a stationary period: it is the mean of many fixes. */
const STATIONARY_NOISE = 0.5;
/** m/s: standard deviation of the speed at the start, where it is unknown, and in a stationary period, where it is almost 0. */
const INITIAL_SPEED_SIGMA = 100;
const STATIONARY_SPEED_SIGMA = 0.3;

/** A run of fixes without a gap. Its ends may belong to stationary periods. */
export interface SmoothingRun {
  readonly from: number;
  readonly to: number;
  readonly stationaryAtStart: boolean;
  readonly stationaryAtEnd: boolean;
}

export interface NoiseParameters {
  /** m/s²: typical change of the speed. */
  readonly processNoise: number;
  /** Noise relative to the reported accuracies, 0 to 1. */
  readonly noiseScale: number;
}

/**
 * The Kalman smoother of Rauch, Tung and Striebel (Maximum likelihood estimates of linear dynamic systems, AIAA Journal 3,
 * 1965) for positions with a randomly changing speed (white noise acceleration; Bar-Shalom, Li and Kirubarajan, Estimation
 * with Applications to Tracking and Navigation, 6.2.2). East and north are independent and have the same noise, so one
 * covariance serves both. It writes into the columns of the track; its own memory does not grow with the track.
 */
export class Smoother {
  readonly #plane = new TangentPlane();
  /** Seconds since the previous fix. */
  readonly #dt = new Float64Array(CAPACITY);
  readonly #x = new Float64Array(CAPACITY);
  readonly #y = new Float64Array(CAPACITY);
  readonly #u = new Float64Array(CAPACITY);
  readonly #v = new Float64Array(CAPACITY);
  /** Covariances: position and position, position and speed, speed and speed. */
  readonly #pp = new Float64Array(CAPACITY);
  readonly #ps = new Float64Array(CAPACITY);
  readonly #ss = new Float64Array(CAPACITY);

  smooth(track: Track, run: SmoothingRun, { processNoise, noiseScale }: NoiseParameters): void {
    if (run.to - run.from < 2) return;
    let from = run.from;
    while (from <= run.to) {
      const { stop, ahead } = this.#forward(track, run, from, processNoise * processNoise, noiseScale);
      this.#saveState(stop - from + 1);
      this.#backward(ahead - from, processNoise * processNoise);
      this.#write(track, run, from, stop);
      from = stop + 1;
    }
  }

  /** Filters from `from` on; returns the last fix to write and the last fix of the lookahead. */
  #forward(
    track: Track,
    run: SmoothingRun,
    from: number,
    q: number,
    noiseScale: number,
  ): { stop: number; ahead: number } {
    const { time, lng, lat, accuracy } = track;
    this.#reproject(lng[from] ?? 0, lat[from] ?? 0, from === run.from);
    let stop = from;
    let at = from;
    for (; at <= run.to && at - from < CAPACITY - 1; at += 1) {
      this.#plane.project(lng[at] ?? 0, lat[at] ?? 0);
      const { x, y } = this.#plane;
      const distance = Math.hypot(x, y);
      if (distance > LOOKAHEAD_RADIUS && at > from) break;
      if (distance <= SMOOTH_RADIUS && at - from < BLOCK && stop >= at - 1) stop = at;
      const isStationary =
        (at === run.from && run.stationaryAtStart) || (at === run.to && run.stationaryAtEnd);
      const noise = isStationary
        ? STATIONARY_NOISE
        : noiseScale * noiseFromAccuracy(accuracy[at] ?? Number.NaN);
      const i = at - from + 1;
      if (at === run.from) this.#initialize(i, x, y, noise, isStationary);
      else this.#filterStep(i, ((time[at] ?? 0) - (time[at - 1] ?? 0)) / 1000, q, x, y, noise);
    }
    return { stop, ahead: at - 1 };
  }

  /** Moves the origin of the plane here, and projects the saved state onto it. */
  #reproject(lng: number, lat: number, first: boolean): void {
    if (first) {
      this.#plane.setOrigin(lng, lat);
      return;
    }
    const [x, y, u, v] = [this.#x[0] ?? 0, this.#y[0] ?? 0, this.#u[0] ?? 0, this.#v[0] ?? 0];
    this.#plane.unproject(x, y);
    const here = { lng: this.#plane.lng, lat: this.#plane.lat };
    this.#plane.unproject(x + u, y + v);
    const next = { lng: this.#plane.lng, lat: this.#plane.lat };
    this.#plane.setOrigin(lng, lat);
    this.#plane.project(here.lng, here.lat);
    this.#x[0] = this.#plane.x;
    this.#y[0] = this.#plane.y;
    this.#plane.project(next.lng, next.lat);
    this.#u[0] = this.#plane.x - (this.#x[0] ?? 0);
    this.#v[0] = this.#plane.y - (this.#y[0] ?? 0);
  }

  /** Saves the filter state of an entry for the next block. Entry 0 is the one before the first fix of a block. */
  #saveState(i: number): void {
    for (const column of [this.#x, this.#y, this.#u, this.#v, this.#pp, this.#ps, this.#ss])
      column[0] = column[i] ?? 0;
  }

  #initialize(i: number, x: number, y: number, noise: number, isStationary: boolean): void {
    this.#x[i] = x;
    this.#y[i] = y;
    this.#u[i] = 0;
    this.#v[i] = 0;
    this.#pp[i] = noise * noise;
    this.#ps[i] = 0;
    this.#ss[i] = (isStationary ? STATIONARY_SPEED_SIGMA : INITIAL_SPEED_SIGMA) ** 2;
  }

  /** Predicts entry `i` from the previous one, and corrects it by the measurement. */
  #filterStep(i: number, dt: number, q: number, x: number, y: number, noise: number): void {
    const u = this.#u[i - 1] ?? 0;
    const v = this.#v[i - 1] ?? 0;
    const ps0 = this.#ps[i - 1] ?? 0;
    const ss0 = this.#ss[i - 1] ?? 0;
    const pp = (this.#pp[i - 1] ?? 0) + dt * (2 * ps0 + dt * ss0) + (q * dt * dt * dt) / 3;
    const ps = ps0 + dt * ss0 + (q * dt * dt) / 2;
    const ss = ss0 + q * dt;
    const positionGain = pp / (pp + noise * noise);
    const speedGain = ps / (pp + noise * noise);
    const eastResidual = x - ((this.#x[i - 1] ?? 0) + u * dt);
    const northResidual = y - ((this.#y[i - 1] ?? 0) + v * dt);
    this.#dt[i] = dt;
    this.#x[i] = x - (1 - positionGain) * eastResidual;
    this.#y[i] = y - (1 - positionGain) * northResidual;
    this.#u[i] = u + speedGain * eastResidual;
    this.#v[i] = v + speedGain * northResidual;
    this.#pp[i] = (1 - positionGain) * pp;
    this.#ps[i] = (1 - positionGain) * ps;
    this.#ss[i] = ss - speedGain * ps;
  }

  /** Smooths from the last entry back to the first. The covariances remain those of the filter. */
  #backward(last: number, q: number): void {
    for (let i = last; i >= 1; i -= 1) this.#smoothStep(i, this.#dt[i + 1] ?? 0, q);
  }

  #smoothStep(i: number, dt: number, q: number): void {
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
    const eastResidual = (this.#x[i + 1] ?? 0) - ((this.#x[i] ?? 0) + u * dt);
    const northResidual = (this.#y[i + 1] ?? 0) - ((this.#y[i] ?? 0) + v * dt);
    const eastSpeed = (this.#u[i + 1] ?? 0) - u;
    const northSpeed = (this.#v[i + 1] ?? 0) - v;
    this.#x[i] = (this.#x[i] ?? 0) + g00 * eastResidual + g01 * eastSpeed;
    this.#y[i] = (this.#y[i] ?? 0) + g00 * northResidual + g01 * northSpeed;
    this.#u[i] = u + g10 * eastResidual + g11 * eastSpeed;
    this.#v[i] = v + g10 * northResidual + g11 * northSpeed;
  }

  #write({ lng, lat }: Track, run: SmoothingRun, from: number, stop: number): void {
    for (let at = from; at <= stop; at += 1) {
      if ((at === run.from && run.stationaryAtStart) || (at === run.to && run.stationaryAtEnd)) continue;
      this.#plane.unproject(this.#x[at - from + 1] ?? 0, this.#y[at - from + 1] ?? 0);
      lng[at] = this.#plane.lng;
      lat[at] = this.#plane.lat;
    }
  }
}
