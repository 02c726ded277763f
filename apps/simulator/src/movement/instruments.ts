import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { Report } from '@wakeline/domain/reports/report';
import { type Battery, chargeAt } from './battery.ts';
import { smoothNoise } from './randomness.ts';
import type { MotionState } from './schedule.ts';
import { offsetCoordinates } from './sphere.ts';

/** Sensors of a device and their accuracy. */
export interface Instruments {
  readonly seed: number;
  /** Maximum error of its fixes, metres. */
  readonly error: number;
  readonly battery: Battery | null;
  /** Mean mobile signal strength, percent; null: none (a satellite device). */
  readonly gsm: number | null;
  /** Whether it measures altitudes. */
  readonly altimeter: boolean;
}

/** Time scale of the drift of satellite fixes, milliseconds. */
const DRIFT = 45_000;

/** Creates the report of a device in `state` at `time` (epoch milliseconds). Deterministic. */
export function createReport(
  state: MotionState,
  time: number,
  { seed, error, battery, gsm, altimeter }: Instruments,
  alarms: readonly NoticeType[] = [],
): Report {
  const east = smoothNoise(seed, time, DRIFT);
  const north = smoothNoise(seed + 1, time, DRIFT);
  const { longitude, latitude } = offsetCoordinates(state, east * error, north * error);
  const sky = (smoothNoise(seed + 2, time, 10 * DRIFT) + 1) / 2;
  const signal = gsm === null ? null : gsm + smoothNoise(seed + 3, time, 4 * DRIFT) * 12;
  return {
    time,
    fix: {
      latitude: round(latitude, 6),
      longitude: round(longitude, 6),
      altitude: altimeter && state.altitude !== null ? Math.round(state.altitude) : null,
      speed: round(state.speed, 1),
      course: Math.round(state.course) % 360,
      accuracy: error > 0 ? Math.max(2, Math.round(error)) : null,
      valid: true,
    },
    battery: battery === null ? null : chargeAt(battery, time),
    gsm: signal === null ? null : Math.round(Math.min(100, Math.max(0, signal))),
    satellites: 7 + Math.floor(sky * 8),
    alarms,
    attributes: {},
  };
}

function round(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}
