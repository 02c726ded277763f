import { EARTH_RADIUS } from '../../geo/great-circle.ts';
import { type Track, type TrackFix, trackOf } from '../../tracks/track.ts';

/** Where something truly was, in equal steps. */
export interface GroundTruthTrack {
  /** Milliseconds, longitude and latitude in degrees, speed in m/s. */
  readonly points: readonly {
    readonly time: number;
    readonly lng: number;
    readonly lat: number;
    readonly speed: number;
  }[];
  /** Whether it stood at that place. */
  readonly stationary: readonly boolean[];
}

/** Seconds at a speed (m/s, reached at once where `rush` is left out) while it turns so many degrees a second to the right. */
interface MotionStage {
  readonly seconds: number;
  readonly speed: number;
  readonly turn?: number;
}

const RADIANS = Math.PI / 180;

/** A course of legs from a place: the speed changes by at most `rush` m/s². Integrated in steps of 0.1 s, one place each `every` seconds. */
export function simulateCourse(
  start: { readonly lng: number; readonly lat: number },
  stages: readonly MotionStage[],
  { every, rush }: { readonly every: number; readonly rush: number },
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
      speed += Math.min(rush / 10, Math.max(-rush / 10, stage.speed - speed));
      if (speed > 0) heading += (stage.turn ?? 0) / 10;
      const way = speed / 10 / EARTH_RADIUS / RADIANS;
      lat += way * Math.cos(heading * RADIANS);
      lng += (way * Math.sin(heading * RADIANS)) / Math.cos(lat * RADIANS);
      if (lng >= 180) lng -= 360;
    }
  }
  return { points, stationary };
}

/** Streets: straights at 14 m/s, corners of a right angle at 6 m/s, a fast road, and two stands of six minutes. */
export function createStreetTrack(every: number, start = { lng: 9.99, lat: 53.55 }): GroundTruthTrack {
  const stages: MotionStage[] = [];
  for (let block = 0; block < 24; block += 1) {
    stages.push({ seconds: 25 + (block % 5) * 6, speed: 14 }, { seconds: 5, speed: 6 });
    stages.push({ seconds: 5, speed: 6, turn: block % 3 === 0 ? -18 : 18 });
    if (block % 6 === 3) stages.push({ seconds: 30, speed: 0 });
    if (block % 12 === 8) stages.push({ seconds: 360, speed: 0 });
  }
  stages.push({ seconds: 240, speed: 33, turn: 0.3 });
  return simulateCourse(start, stages, { every, rush: 2 });
}

/** A walk with bends, and two rests. */
export function createWalkTrack(every: number): GroundTruthTrack {
  const stages: MotionStage[] = [];
  for (let bend = 0; bend < 40; bend += 1) {
    stages.push(
      { seconds: 35, speed: 1.4, turn: 1.5 * Math.sin(bend) },
      { seconds: 3, speed: 1.2, turn: 25 },
    );
    if (bend % 20 === 15) stages.push({ seconds: 300, speed: 0 });
  }
  return simulateCourse({ lng: 179.999, lat: -17 }, stages, { every, rush: 1 });
}

/** A sailing boat that tacks. */
export function createTackTrack(every: number): GroundTruthTrack {
  const stages: MotionStage[] = [];
  for (let tack = 0; tack < 20; tack += 1) {
    stages.push({ seconds: 180, speed: 4 }, { seconds: 9, speed: 2.5, turn: tack % 2 === 0 ? 10 : -10 });
  }
  return simulateCourse({ lng: 18.9, lat: 69.6 }, stages, { every, rush: 0.3 });
}

/** An aircraft in circuits of a field. */
export function createCircuitTrack(every: number): GroundTruthTrack {
  const stages: MotionStage[] = [];
  for (let side = 0; side < 24; side += 1)
    stages.push({ seconds: 60, speed: 55 }, { seconds: 30, speed: 50, turn: 3 });
  return simulateCourse({ lng: -120, lat: 89.6 }, stages, { every, rush: 2 });
}

export interface ReceiverErrors {
  readonly seed: number;
  /** Metres, standard deviation in one direction, anew at each fix. */
  readonly white: number;
  /** The same of what stays for about `lasts` seconds. */
  readonly slow: number;
  readonly lasts: number;
  /** Metres by which a place at rest wanders besides, within some 30 seconds. */
  readonly drift: number;
  /** Jumps of each thousand fixes; each is of 1 to 4 fixes, so many metres to 1,000 away. */
  readonly jumps: number;
  readonly nearest: number;
  /** Whether the fixes say their speed (km/h, off by 0.5 m/s), and their accuracy (68 %). */
  readonly saysSpeed: boolean;
  readonly saysAccuracy: boolean;
}

export interface NoisyTrack {
  readonly track: Track;
  /** Whether the fix was made a jump. */
  readonly isJump: readonly boolean[];
}

/** The track that a receiver would have made of it: with noise, drift at stands, and jumps. The same seed spoils alike. */
export function addReceiverErrors(
  { points, stationary }: GroundTruthTrack,
  errors: ReceiverErrors,
): NoisyTrack {
  const random = seeded(errors.seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const slow = { x: normal() * errors.slow, y: normal() * errors.slow };
  const drift = { x: 0, y: 0 };
  const jump = { left: 0, x: 0, y: 0 };
  const isJumpFlags: boolean[] = [];
  const fixes = points.map(({ time, lng, lat, speed }, at): TrackFix => {
    const seconds = at === 0 ? 0 : (time - (points[at - 1]?.time ?? 0)) / 1000;
    stepAutoregressive(slow, Math.exp(-seconds / errors.lasts), errors.slow, normal);
    stepAutoregressive(drift, Math.exp(-seconds / 30), stationary[at] === true ? errors.drift : 0, normal);
    if (jump.left > 0) jump.left -= 1;
    else if (random() < errors.jumps / 1000) {
      const [distance, bearing] = [
        errors.nearest + (1000 - errors.nearest) * random(),
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
    const x = slow.x + drift.x + errors.white * normal() + (isJump ? jump.x : 0);
    const y = slow.y + drift.y + errors.white * normal() + (isJump ? jump.y : 0);
    const noise = Math.hypot(errors.white, errors.slow);
    return {
      time,
      lng: wrapLongitude(lng + x / (EARTH_RADIUS * RADIANS * Math.cos(lat * RADIANS))),
      lat: lat + y / (EARTH_RADIUS * RADIANS),
      speed: errors.saysSpeed ? Math.abs(speed + 0.5 * normal()) * 3.6 : null,
      accuracy: errors.saysAccuracy ? noise * Math.sqrt(-2 * Math.log(0.32)) : null,
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

/** One step of a value that forgets (an autoregressive one of the first order), whose standard deviation is `size` in the long run. */
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

/** The linear congruential generator of Numerical Recipes (Press et al., 7.1): the same everywhere, and good enough for noise. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
