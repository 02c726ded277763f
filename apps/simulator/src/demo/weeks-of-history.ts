import type { MotionState } from '../movement/schedule.ts';
import type { SimulatedDevice, WeeksOfHistory } from './simulated-device.ts';

const SECOND = 1000;
/** Milliseconds between two looks at a device, and between two positions above its alert speed and while parked. */
const LOOK_STEP = 60 * SECOND;
const ALERT_STEP = 15 * SECOND;
const PARKED_STEP = 900 * SECOND;

/**
 * Times in epoch milliseconds at which a device reported from `from` to `until`. Departures, arrivals and alarms are
 * reported at once, all else seldom.
 */
export function* reportTimes(
  { stateAt, alarmsAt }: Pick<SimulatedDevice, 'stateAt' | 'alarmsAt'>,
  { alertSpeed, movingStep, hasPowerAt }: WeeksOfHistory,
  from: number,
  until: number,
): Generator<number> {
  let time = Math.ceil(from / LOOK_STEP) * LOOK_STEP;
  let state = stateAt(time / SECOND);
  let reported = Number.NEGATIVE_INFINITY;
  let wasMoving = false;
  let lookStep = LOOK_STEP;
  while (time <= until) {
    const isMoving = state.speed > 0;
    const step = isMoving ? movingStep * SECOND : PARKED_STEP;
    const isDue =
      isMoving !== wasMoving ||
      lookStep === ALERT_STEP ||
      time - reported >= step ||
      alarmsAt(time, state).length > 0;
    if (isDue && hasPowerAt(time)) {
      yield time;
      reported = time;
    }
    wasMoving = isMoving;
    const next = stateAt((time + LOOK_STEP) / SECOND);
    lookStep = isFast(state, alertSpeed) || isFast(next, alertSpeed) ? ALERT_STEP : LOOK_STEP;
    time += lookStep;
    state = lookStep === LOOK_STEP ? next : stateAt(time / SECOND);
  }
}

function isFast({ speed }: MotionState, alertSpeed: number): boolean {
  return speed > alertSpeed;
}
