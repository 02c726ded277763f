import type { MotionState } from '../movement/schedule.ts';
import type { SimulatedDevice, WeeksOfHistory } from './simulated-device.ts';

const SECOND = 1000;
/** Milliseconds between two positions of a device: in motion, above its alert speed, parked. */
const MOVING_STEP = 60 * SECOND;
const ALERT_STEP = 15 * SECOND;
const PARKED_STEP = 900 * SECOND;

/**
 * Times in epoch milliseconds at which a device reported from `from` to `until`. Departures, arrivals and alarms are
 * reported at once, all else seldom.
 */
export function* reportTimes(
  { stateAt, alarmsAt }: Pick<SimulatedDevice, 'stateAt' | 'alarmsAt'>,
  { alertSpeed, hasPowerAt }: WeeksOfHistory,
  from: number,
  until: number,
): Generator<number> {
  let time = Math.ceil(from / MOVING_STEP) * MOVING_STEP;
  let state = stateAt(time / SECOND);
  let reported = Number.NEGATIVE_INFINITY;
  let wasMoving = false;
  while (time <= until) {
    const isMoving = state.speed > 0;
    const isDue = isMoving || wasMoving || time - reported >= PARKED_STEP || alarmsAt(time, state).length > 0;
    if (isDue && hasPowerAt(time)) {
      yield time;
      reported = time;
    }
    wasMoving = isMoving;
    const next = stateAt((time + MOVING_STEP) / SECOND);
    if (isFast(state, alertSpeed) || isFast(next, alertSpeed)) {
      time += ALERT_STEP;
      state = stateAt(time / SECOND);
    } else {
      time += MOVING_STEP;
      state = next;
    }
  }
}

function isFast({ speed }: MotionState, alertSpeed: number): boolean {
  return speed > alertSpeed;
}
