import { EARTH_RADIUS } from '../../geo/great-circle.ts';
import { type Track, type TrackFix, trackOf } from '../../tracks/track.ts';

/** The true positions of a simulated movement, in equal time steps. */
export interface GroundTruthTrack {
  /** Milliseconds, longitude and latitude in degrees, speed in m/s. */
  readonly points: readonly {
    readonly time: number;
    readonly lng: number;
    readonly lat: number;
    readonly speed: number;
  }[];
  /** Whether it is stationary at that point. */
  readonly stationary: readonly boolean[];
}

/** A number of seconds at a target speed (m/s) while the course changes by `turn` degrees a second (positive: right). */
interface MotionStage {
  readonly seconds: number;
  readonly speed: number;
  readonly turn?: number;
}

const RADIANS = Math.PI / 180;

/**
 * Simulates a movement from `start`; `maxAcceleration` is in m/s². Integrates in steps of 0.1 s, one point every `every`
 * seconds.
 */
export function simulateCourse(
  start: { readonly lng: number; readonly lat: number },
  stages: readonly MotionStage[],
  { every, maxAcceleration }: { readonly every: number; readonly maxAcceleration: number },
): GroundTruthTrack {
  const points: { time: number; lng: number; lat: number; speed: number }[] = [];
  const stationary: boolean[] = [];
  let { lng, lat } = start;
  let [speed, heading, tick] = [0, 30, 0];
  for (const stage of stages) {
    for (let ticksLeft = stage.seconds * 10; ticksLeft > 0; ticksLeft -= 1, tick += 1) {
      if (tick % (every * 10) === 0) {
        points.push({ time: tick * 100, lng, lat, speed });
        stationary.push(speed === 0 && stage.speed === 0);
      }
      speed += Math.min(maxAcceleration / 10, Math.max(-maxAcceleration / 10, stage.speed - speed));
      if (speed > 0) heading += (stage.turn ?? 0) / 10;
      const step = speed / 10 / EARTH_RADIUS / RADIANS;
      lat += step * Math.cos(heading * RADIANS);
      lng += (step * Math.sin(heading * RADIANS)) / Math.cos(lat * RADIANS);
      if (lng >= 180) lng -= 360;
    }
  }
  return { points, stationary };
}

/** Streets: straights at 14 m/s, right-angled corners at 6 m/s, a fast road, and two stops of six minutes. */
export function createStreetTrack(every: number, start = { lng: 9.99, lat: 53.55 }): GroundTruthTrack {
  const stages: MotionStage[] = [];
  for (let block = 0; block < 24; block += 1) {
    stages.push({ seconds: 25 + (block % 5) * 6, speed: 14 }, { seconds: 5, speed: 6 });
    stages.push({ seconds: 5, speed: 6, turn: block % 3 === 0 ? -18 : 18 });
    if (block % 6 === 3) stages.push({ seconds: 30, speed: 0 });
    if (block % 12 === 8) stages.push({ seconds: 360, speed: 0 });
  }
  stages.push({ seconds: 240, speed: 33, turn: 0.3 });
  return simulateCourse(start, stages, { every, maxAcceleration: 2 });
}

/** A walk with bends and two rests. */
export function createWalkTrack(every: number): GroundTruthTrack {
  const stages: MotionStage[] = [];
  for (let bend = 0; bend < 40; bend += 1) {
    stages.push(
      { seconds: 35, speed: 1.4, turn: 1.5 * Math.sin(bend) },
      { seconds: 3, speed: 1.2, turn: 25 },
    );
    if (bend % 20 === 15) stages.push({ seconds: 300, speed: 0 });
  }
  return simulateCourse({ lng: 179.999, lat: -17 }, stages, { every, maxAcceleration: 1 });
}

/** A sailing boat that tacks. */
export function createTackTrack(every: number): GroundTruthTrack {
  const stages: MotionStage[] = [];
  for (let tack = 0; tack < 20; tack += 1) {
    stages.push({ seconds: 180, speed: 4 }, { seconds: 9, speed: 2.5, turn: tack % 2 === 0 ? 10 : -10 });
  }
  return simulateCourse({ lng: 18.9, lat: 69.6 }, stages, { every, maxAcceleration: 0.3 });
}

/** An aircraft flying circuits of an airfield. */
export function createCircuitTrack(every: number): GroundTruthTrack {
  const stages: MotionStage[] = [];
  for (let side = 0; side < 24; side += 1)
    stages.push({ seconds: 60, speed: 55 }, { seconds: 30, speed: 50, turn: 3 });
  return simulateCourse({ lng: -120, lat: 89.6 }, stages, { every, maxAcceleration: 2 });
}

export interface ReceiverErrors {
  readonly seed: number;
  /** Standard deviation in one direction, in metres, independent at each fix. */
  readonly whiteNoise: number;
  /** The same for noise with a correlation time of `correlationSeconds`. */
  readonly correlatedNoise: number;
  readonly correlationSeconds: number;
  /** Additional drift of a stationary position in metres, with a correlation time of 30 seconds. */
  readonly drift: number;
  /** Jumps per thousand fixes; each lasts 1 to 4 fixes and is `minJumpMetres` to 1,000 metres long. */
  readonly jumps: number;
  readonly minJumpMetres: number;
  /** Whether fixes report their speed (km/h, with an error of 0.5 m/s) and their accuracy (68 %). */
  readonly reportsSpeed: boolean;
  readonly reportsAccuracy: boolean;
}

export interface NoisyTrack {
  readonly track: Track;
  /** Whether the fix was turned into a jump. */
  readonly isJump: readonly boolean[];
}

/** Simulates a receiver: adds noise, drift while stationary, and jumps. The same seed gives the same errors. */
export function addReceiverErrors(
  { points, stationary }: GroundTruthTrack,
  errors: ReceiverErrors,
): NoisyTrack {
  const random = seeded(errors.seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const slow = { x: normal() * errors.correlatedNoise, y: normal() * errors.correlatedNoise };
  const drift = { x: 0, y: 0 };
  const jump = { left: 0, x: 0, y: 0 };
  const isJumpFlags: boolean[] = [];
  const fixes = points.map(({ time, lng, lat, speed }, at): TrackFix => {
    const seconds = at === 0 ? 0 : (time - (points[at - 1]?.time ?? 0)) / 1000;
    stepAutoregressive(slow, Math.exp(-seconds / errors.correlationSeconds), errors.correlatedNoise, normal);
    stepAutoregressive(drift, Math.exp(-seconds / 30), stationary[at] === true ? errors.drift : 0, normal);
    if (jump.left > 0) jump.left -= 1;
    else if (random() < errors.jumps / 1000) {
      const [distance, bearing] = [
        errors.minJumpMetres + (1000 - errors.minJumpMetres) * random(),
        2 * Math.PI * random(),
      ];
      Object.assign(jump, {
        left: 1 + Math.floor(4 * random()),
        x: distance * Math.sin(bearing),
        y: distance * Math.cos(bearing),
      });
    }
    const isJump = jump.left > 0;
    isJumpFlags.push(isJump);
    const x = slow.x + drift.x + errors.whiteNoise * normal() + (isJump ? jump.x : 0);
    const y = slow.y + drift.y + errors.whiteNoise * normal() + (isJump ? jump.y : 0);
    const noise = Math.hypot(errors.whiteNoise, errors.correlatedNoise);
    return {
      time,
      lng: wrapLongitude(lng + x / (EARTH_RADIUS * RADIANS * Math.cos(lat * RADIANS))),
      lat: lat + y / (EARTH_RADIUS * RADIANS),
      speed: errors.reportsSpeed ? Math.abs(speed + 0.5 * normal()) * 3.6 : null,
      accuracy: errors.reportsAccuracy ? noise * Math.sqrt(-2 * Math.log(0.32)) : null,
      distant: 0,
      dir: null,
      power: null,
      gsm: null,
      gps: null,
      height: null,
    };
  });
  return { track: trackOf(fixes), isJump: isJumpFlags };
}

/** One step of a first-order autoregressive process with this standard deviation in the long run. */
function stepAutoregressive(
  value: { x: number; y: number },
  correlation: number,
  deviation: number,
  normal: () => number,
): void {
  const fresh = deviation * Math.sqrt(1 - correlation * correlation);
  value.x = value.x * correlation + fresh * normal();
  value.y = value.y * correlation + fresh * normal();
}

function wrapLongitude(lng: number): number {
  return lng >= 180 ? lng - 360 : lng < -180 ? lng + 360 : lng;
}

/**
 * The linear congruential generator of Numerical Recipes (Press et al., 7.1): the same on every platform, and sufficient
 * for noise.
 */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
