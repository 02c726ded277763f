import { type Coordinates, greatCircleDistance } from '../geo/great-circle.ts';
import { interpolateOnMap } from '../geo/web-mercator.ts';
import type { FlightLine, LinePosition, LineRange } from './flight-line.ts';

/** A fix of an aircraft that should follow a line. */
export interface LineFix extends Coordinates {
  /** Epoch milliseconds. */
  readonly time: number;
  /** Metres; null: not reported. */
  readonly accuracy: number | null;
}

/** A deviation that is under way. */
export interface Deviation {
  /** Time of the first fix that was off the line. */
  readonly since: number;
  /** Largest distance, metres. */
  readonly largest: number;
  /** Time of the last notice. */
  readonly notifiedAt: number;
}

/** What the watch of a line keeps. Plain numbers of bounded size. */
export interface LineMemory extends LineFix {
  /** Metres along the line. */
  readonly along: number;
  readonly leg: number;
  /** Since when it may be off the line; null: it is on it, or `deviation` counts. */
  readonly offSince: number | null;
  /** Whether the fix before was back on the line. */
  readonly isReturning: boolean;
  readonly deviation: Deviation | null;
}

/** A deviation from a line, as a notice has it. */
export interface LineDeviation {
  /** `back`: on the line again. */
  readonly kind: 'off' | 'still-off' | 'back';
  /** The largest distance of the deviation, metres. */
  readonly largest: number;
  readonly isLeft: boolean;
  /** Time of the first fix that was off the line. */
  readonly since: number;
  /** Time of the last report, if it is so long ago that the way in between is not known; else null. */
  readonly notSeenSince: number | null;
}

export interface LineEvent extends LineDeviation {
  readonly time: number;
  /** Metres from the line now. */
  readonly metres: number;
}

export interface LineOutcome {
  readonly memory: LineMemory;
  readonly event: LineEvent | null;
  /** Null: the fix was not compared with the line. */
  readonly position: LinePosition | null;
}

/** Metres of both ends of the line that are not watched. */
export const LINE_END_DISTANCE = 1_000;
/** Metres that a fix without an accuracy may be off. */
const DEFAULT_ACCURACY = 10;
/** Factors of the limit: off at once, and back again. */
const FAR = 2;
const BACK = 0.8;
/** Milliseconds between two fixes up to which the straight way between them counts. */
const MAX_SEGMENT_MS = 60_000;
/** Points of that way that are compared. */
const SEGMENT_POINTS = 8;
/** Milliseconds after which a deviation is notified again. */
export const LINE_REPEAT_MS = 10 * 60_000;
/** Milliseconds off the line after which any leg may be the next one. */
const SEARCH_ALL_MS = 10 * 60_000;
/** Metres that an aircraft may advance farther along the line than it flew: where it cuts a corner. */
export const SEARCH_MARGIN = 1_000;

/**
 * Watches the distance of an aircraft from a line. The caller leaves out what is not in flight.
 *
 * @param limit metres, more than 0
 * @param before what the last call returned; null: the watch begins
 * @param acknowledgedAt time of the newest notice that somebody acknowledged: its deviation is not notified again
 * @returns null: the fix is older than the last one, or less accurate than the limit, so nothing changes
 */
export function watchLine(
  line: FlightLine,
  limit: number,
  before: LineMemory | null,
  fix: LineFix,
  acknowledgedAt?: number,
): LineOutcome | null {
  const accuracy = fix.accuracy ?? DEFAULT_ACCURACY;
  if (accuracy > limit || (before !== null && fix.time <= before.time)) return null;
  const position = locate(line, before, fix);
  const { along, leg, isLeft } = position;
  const here: LineMemory = {
    ...{ time: fix.time, latitude: fix.latitude, longitude: fix.longitude, accuracy: fix.accuracy },
    ...{ along, leg, isReturning: false },
    offSince: before?.offSince ?? null,
    deviation: before?.deviation ?? null,
  };
  if (along < LINE_END_DISTANCE || along > line.length - LINE_END_DISTANCE)
    return { memory: { ...here, offSince: null }, event: null, position: null };

  const isGap = before !== null && fix.time - before.time > MAX_SEGMENT_MS;
  const metres = Math.max(
    position.metres,
    before === null || isGap ? 0 : farthestBetween(line, before, here, limit - position.metres),
  );
  const notSeenSince = isGap ? before.time : null;
  const event = { time: fix.time, metres: position.metres, isLeft, notSeenSince };
  if (here.deviation === null) return enter(here, metres, limit, accuracy, { event, position });
  const isAcknowledged = acknowledgedAt !== undefined && acknowledgedAt >= here.deviation.since;
  const wasReturning = before?.isReturning === true;
  return stay(here, here.deviation, metres, limit, { wasReturning, isAcknowledged }, { event, position });
}

interface Found {
  readonly event: Pick<LineEvent, 'time' | 'metres' | 'isLeft' | 'notSeenSince'>;
  readonly position: LinePosition;
}

function enter(
  here: LineMemory,
  metres: number,
  limit: number,
  accuracy: number,
  { event, position }: Found,
): LineOutcome {
  if (metres <= limit + accuracy) return { memory: { ...here, offSince: null }, event: null, position };
  const since = here.offSince ?? here.time;
  // One fix may be wrong, unless it is far off.
  if (here.offSince === null && metres <= FAR * limit)
    return { memory: { ...here, offSince: since }, event: null, position };
  const deviation = { since, largest: metres, notifiedAt: here.time };
  return {
    memory: { ...here, offSince: null, deviation },
    event: { ...event, kind: 'off', since, largest: metres },
    position,
  };
}

function stay(
  here: LineMemory,
  before: Deviation,
  metres: number,
  limit: number,
  { wasReturning, isAcknowledged }: { readonly wasReturning: boolean; readonly isAcknowledged: boolean },
  { event, position }: Found,
): LineOutcome {
  const largest = Math.max(before.largest, metres);
  const { since } = before;
  // The way back is long when its end is on the line.
  const isReturning = position.metres <= limit * BACK;
  if (isReturning && wasReturning)
    return {
      memory: { ...here, deviation: null },
      event: { ...event, kind: 'back', since, largest },
      position,
    };
  const isRepeated = !isReturning && !isAcknowledged && here.time - before.notifiedAt >= LINE_REPEAT_MS;
  const deviation = { since, largest, notifiedAt: isRepeated ? here.time : before.notifiedAt };
  return {
    memory: { ...here, isReturning, deviation },
    event: isRepeated ? { ...event, kind: 'still-off', since, largest } : null,
    position,
  };
}

/** Where the aircraft is on the line: anywhere at the start, and after a long time off it. */
function locate(line: FlightLine, before: LineMemory | null, fix: LineFix): LinePosition {
  if (before === null) return locateFirst(line, fix);
  const isLost = before.deviation !== null && fix.time - before.deviation.since >= SEARCH_ALL_MS;
  return isLost ? line.locate(fix, null, before.along) : locateFrom(line, before, fix);
}

/** Where an aircraft is on the line that has not been seen before: where the line passes twice, the first time. */
export function locateFirst(line: FlightLine, fix: Coordinates): LinePosition {
  return line.locate(fix, null, 0);
}

/** Where an aircraft that was at one place of the line is now: from one leg back to as far as it flew. */
export function locateFrom(
  line: FlightLine,
  before: Coordinates & Pick<LinePosition, 'along' | 'leg'>,
  fix: Coordinates,
): LinePosition {
  const flown = greatCircleDistance(before, fix);
  const range: LineRange = {
    from: line.starts[Math.max(0, before.leg - 1)] ?? 0,
    to: before.along + flown + SEARCH_MARGIN,
  };
  return line.locate(fix, range, before.along + flown);
}

/**
 * Metres of the farthest point between two fixes. Beside one straight leg it is one of the fixes; and 0 if the fixes are so near
 * to each other that no point can be this far from the last one.
 */
function farthestBetween(line: FlightLine, before: LineMemory, here: LineMemory, far: number): number {
  if (before.leg === here.leg || greatCircleDistance(before, here) <= far) return 0;
  const range = { from: Math.min(before.along, here.along), to: Math.max(before.along, here.along) };
  let farthest = 0;
  for (let at = 1; at < SEGMENT_POINTS; at += 1) {
    const { lng, lat } = interpolateOnMap(
      { lng: before.longitude, lat: before.latitude },
      { lng: here.longitude, lat: here.latitude },
      at / SEGMENT_POINTS,
    );
    farthest = Math.max(farthest, line.locate({ latitude: lat, longitude: lng }, range).metres);
  }
  return farthest;
}
