import type { MotionProfile } from '../movement/driven-schedule.ts';
import type { Random } from '../movement/randomness.ts';

/** Motion profiles of the demo: usual cruising speeds in km/h, comfortable accelerations in m/s². */
export const MOTION_PROFILES = {
  walker: { speed: 4.8, acceleration: 0.5, lateralAcceleration: 1, roundingPasses: 1, spacing: 8 },
  runner: { speed: 11, acceleration: 0.8, lateralAcceleration: 3, roundingPasses: 1, spacing: 15 },
  bicycle: { speed: 17, acceleration: 0.6, lateralAcceleration: 1.5, roundingPasses: 1, spacing: 12 },
  motorcycle: { speed: 38, acceleration: 1.6, lateralAcceleration: 2.5, roundingPasses: 1, spacing: 15 },
  car: { speed: 46, acceleration: 1.4, lateralAcceleration: 2, roundingPasses: 1, spacing: 15 },
  bus: { speed: 36, acceleration: 0.9, lateralAcceleration: 1.2, roundingPasses: 1, spacing: 15 },
  truck: { speed: 74, acceleration: 0.6, lateralAcceleration: 1.2, roundingPasses: 2, spacing: 60 },
  sailboat: { speed: 10, acceleration: 0.15, lateralAcceleration: 0.35, roundingPasses: 1, spacing: 25 },
  motorboat: { speed: 32, acceleration: 0.7, lateralAcceleration: 1, roundingPasses: 3, spacing: 40 },
  ferry: { speed: 24, acceleration: 0.15, lateralAcceleration: 0.3, roundingPasses: 3, spacing: 60 },
  ship: { speed: 21, acceleration: 0.03, lateralAcceleration: 0.06, roundingPasses: 3, spacing: 150 },
  trawler: { speed: 6.5, acceleration: 0.05, lateralAcceleration: 0.1, roundingPasses: 3, spacing: 60 },
  aircraft: { speed: 195, acceleration: 1.6, lateralAcceleration: 4, roundingPasses: 3, spacing: 120 },
  airliner: { speed: 810, acceleration: 0.9, lateralAcceleration: 3.5, roundingPasses: 3, spacing: 1500 },
  helicopter: { speed: 190, acceleration: 1.2, lateralAcceleration: 3, roundingPasses: 3, spacing: 100 },
  glider: { speed: 92, acceleration: 1, lateralAcceleration: 5, roundingPasses: 0, spacing: 60 },
  drone: { speed: 34, acceleration: 1.5, lateralAcceleration: 3, roundingPasses: 1, spacing: 20 },
  animal: { speed: 1.6, acceleration: 0.3, lateralAcceleration: 1, roundingPasses: 1, spacing: 6 },
} as const satisfies Record<string, MotionProfile>;

/** Varies the speed of a profile; `spread` 0.1 is ±10 %. */
export function varyProfile(profile: MotionProfile, random: Random, spread: number): MotionProfile {
  return { ...profile, speed: profile.speed * (1 + (random() * 2 - 1) * spread) };
}
