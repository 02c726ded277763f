import { addEvent, type FlightStep, isWithin, momentOf } from './flight-step.ts';

/** km/h from which an aircraft moves on the ground, if it also leaves its place. */
const MOVING_SPEED = 5;
/** Metres that receivers of a standing aircraft wander. */
const STAND_RADIUS = 30;
/** Milliseconds of standing that end a taxi. A shorter stop belongs to it. */
const STOP_MS = 5 * 60_000;

/** Updates the first movement from the stand before a flight, and the last one after it. */
export function updateBlockTimes(step: FlightStep): void {
  const { draft, fix, speed, before } = step;
  const isStill = speed < MOVING_SPEED || (draft.still !== null && isWithin(draft.still, fix, STAND_RADIUS));
  if (!isStill) {
    draft.still = null;
    // A landed aircraft that moves taxis to its stand.
    if (draft.leg === null) draft.offBlock ??= momentOf(step, before);
    return;
  }
  draft.still ??= momentOf(step, fix);
  if (fix.time - draft.still.to < STOP_MS) return;
  draft.offBlock = null;
  if (draft.leg === null) return;
  addEvent(step, 'in-block', draft.still, { ...draft.leg, inBlock: draft.still });
  draft.leg = null;
}
