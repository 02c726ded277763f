import { addEvent, type FlightStep, isWithin, momentOf } from './flight-step.ts';
import { groundMargin } from './on-ground.ts';

/** Metres from the field within which its height is that of the ground below. */
const FIELD_RADIUS = 5_000;
/** Metres above the field: an approach comes below it, a go-around climbs by so much again. */
const APPROACH_HEIGHT = 100;
const GO_AROUND_CLIMB = 60;
/** Factor of the take-off speed up to which an aircraft near the ground may touch it. */
const TOUCH_SPEED = 1.5;

/**
 * Counts approaches to the field of the last take-off that end with a climb: touch-and-gos if it came down to the height of the
 * field at a speed at which it can roll, else go-arounds.
 */
export function updateCircuit(step: FlightStep): void {
  const { draft, fix, height, speed, profile } = step;
  if (height === null || draft.ground === null) return;
  if (!isWithin(draft.ground, fix, FIELD_RADIUS)) {
    draft.circuit = null;
    return;
  }
  const { circuit } = draft;
  if (height >= APPROACH_HEIGHT && circuit?.lowest === undefined) {
    draft.circuit = { lowest: null, lowestAt: fix.time, touched: false };
    return;
  }
  if (circuit === null) return;
  const touches = height <= groundMargin(profile) && speed <= profile.takeoffSpeed * TOUCH_SPEED;
  if (
    circuit.lowest === null
      ? height < APPROACH_HEIGHT
      : height < circuit.lowest || (touches && !circuit.touched)
  ) {
    const lowest = Math.min(height, circuit.lowest ?? height);
    draft.circuit = { lowest, lowestAt: fix.time, touched: circuit.touched || touches };
    return;
  }
  if (circuit.lowest === null || height < circuit.lowest + GO_AROUND_CLIMB) return;
  draft.circuit = null;
  if (draft.leg === null) return;
  const { touched, lowestAt } = circuit;
  const leg = draft.leg;
  draft.leg = touched
    ? { ...leg, touchAndGos: leg.touchAndGos + 1 }
    : { ...leg, goArounds: leg.goArounds + 1 };
  const moment = { ...momentOf(step, fix), at: lowestAt };
  addEvent(step, touched ? 'touch-and-go' : 'go-around', moment, draft.leg);
}
