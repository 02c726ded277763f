import { ALTITUDE_KINDS, altitudeKindOf } from '../aviation/altitude-kind.ts';
import type { EventFence } from '../events/tracker-event.ts';
import type { Area } from '../fences/area.ts';
import { nearestLongitude } from '../fences/nearest-longitude.ts';
import { type Coordinates, EARTH_RADIUS, greatCircleDistance } from '../geo/great-circle.ts';
import type { TrackerPosition } from '../tracker-state/tracker-state.ts';
import type { Evaluator, RuleStep } from './evaluator.ts';
import type { Origin } from './rule-memory.ts';
import { type Reading, updateWatch } from './watch-condition.ts';
import {
  DEFAULT_HOLD,
  hysteresisOf,
  TASK_NOTICES,
  type TaskAlert,
  type TaskAreaMode,
  type TaskConditionType,
  type TaskHold,
} from './watch-task.ts';

const MINUTE_MS = 60_000;
/** Metres: of a fix that does not report its accuracy. */
const USUAL_ACCURACY = 10;
/** Metres: heights and speeds of less accurate fixes are not judged. */
const MAX_ACCURACY = 200;
/** Metres beyond the edge of an area. */
const AREA_MARGIN = 20;
/** Of the width of an area: an area of less than 80 m has a smaller margin. */
const AREA_SHARE = 0.25;
/** Share of a range below which a device counts as back, as in rules. */
const RETURN = 0.8;
/** Milliseconds between two fixes within which speed and rate of climb are taken from both. */
const MAX_GAP = 120_000;
/** Milliseconds over which a rate of climb is measured: the altitude of a receiver varies by metres from second to second. */
const RATE_MS = 10_000;
const DEGREE_METRES = (EARTH_RADIUS * Math.PI) / 180;

interface Observation {
  readonly reading: Reading;
  /** What was measured, in the unit of the limit; null: nothing. */
  readonly value: number | null;
}

interface WatchOptions {
  /** Of the memory. */
  readonly key: string;
  readonly type: TaskConditionType;
  readonly limit: number | null;
  readonly hold: TaskHold;
  readonly repeatMinutes: number;
  readonly fence?: EventFence;
  /** Null: the report says nothing about it. */
  observe(step: RuleStep): Observation | null;
}

/** A condition on what reports say, with its hold, its hysteresis and its repetition. */
export function watch({ key, type, limit, hold, repeatMinutes, fence, observe }: WatchOptions): Evaluator {
  const repeatMs = repeatMinutes * MINUTE_MS;
  return {
    onReport(step, memory) {
      const observed = observe(step);
      if (observed === null) return null;
      const { time } = step.report;
      const acknowledgedAt = step.acknowledged.get(key);
      const next = updateWatch(memory?.watch, observed.reading, time, { hold, repeatMs, acknowledgedAt });
      if (next.memory === memory?.watch) return null;
      const { watch: _, ...retained } = memory ?? {};
      const state = next.memory === undefined ? retained : { ...retained, watch: next.memory };
      const hit = { noticeType: TASK_NOTICES[type], time, value: rounded(observed.value), limit };
      return {
        memory: Object.keys(state).length === 0 ? undefined : state,
        hits: next.isDue ? [{ ...hit, ...(fence !== undefined && { fence }) }] : [],
      };
    },
  };
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10) / 10;
}

function readingAbove(value: number, limit: number, hysteresis: number): Reading {
  if (value > limit) return 'beyond';
  return value <= limit - hysteresis ? 'clear' : 'between';
}

function readingBelow(value: number, limit: number, hysteresis: number): Reading {
  return readingAbove(-value, -limit, hysteresis);
}

/** A limit on a value of each fix. */
export function alert(key: string, condition: TaskAlert): Evaluator {
  const { type, limit, hold, repeatMinutes, point } = condition;
  const hysteresis = hysteresisOf(condition);
  const options = { key, type, limit, hold, repeatMinutes };
  const above = (value: number | null): Observation | null =>
    value === null ? null : { value, reading: readingAbove(value, limit, hysteresis) };
  const below = (value: number | null): Observation | null =>
    value === null ? null : { value, reading: readingBelow(value, limit, hysteresis) };
  switch (type) {
    case 'heightAbove':
      return watch({ ...options, observe: (step) => above(heightOf(step)) });
    case 'heightBelow':
      return watch({ ...options, observe: (step) => below(heightOf(step)) });
    case 'speedAbove':
      return watch({ ...options, observe: (step) => above(speedOf(step)) });
    case 'speedBelow':
      return watch({ ...options, observe: (step) => below(speedOf(step)) });
    case 'climb':
      return rate(options, above, 1);
    case 'descent':
      return rate(options, above, -1);
    case 'distance':
      return watch({ ...options, observe: ({ here }) => distanceFrom(point, here, limit, hysteresis) });
    case 'battery':
      // At the limit it is already low, as for the notice of low battery.
      return watch({
        ...options,
        observe: ({ report: { battery } }) =>
          battery === null || battery > limit ? below(battery) : { value: battery, reading: 'beyond' },
      });
    case 'inactivity':
      return inactivity(key, condition);
  }
}

/** Metres above mean sea level of a fix of sufficient accuracy: the limits of heights are of this kind. */
export function heightOf({ here }: RuleStep): number | null {
  if (here === null || (here.accuracy ?? 0) > MAX_ACCURACY) return null;
  return altitudeKindOf(here.altitudeKind) === ALTITUDE_KINDS.sea ? here.altitude : null;
}

/** km/h of the report. Without one, or if it is 0 while the position moves, the speed since the last fix. */
function speedOf({ here, before: { position } }: RuleStep): number | null {
  if (here === null || (here.accuracy ?? 0) > MAX_ACCURACY) return null;
  if (here.speed !== null && here.speed > 0) return here.speed;
  if (position === null || here.time - position.time > MAX_GAP) return here.speed;
  const metres = greatCircleDistance(position, here);
  const uncertain = (position.accuracy ?? USUAL_ACCURACY) + (here.accuracy ?? USUAL_ACCURACY);
  if (here.speed === 0 && metres <= uncertain) return 0;
  return (metres / (here.time - position.time)) * 3_600;
}

/** The rate between fixes that are at least 10 s apart, of one kind of altitude: m/s, up or down. */
function rate(
  options: Omit<WatchOptions, 'observe'>,
  toObservation: (value: number) => Observation | null,
  direction: 1 | -1,
): Evaluator {
  return {
    onReport(step, memory) {
      const { here } = step;
      if (here === null || here.altitude === null || (here.accuracy ?? 0) > MAX_ACCURACY) return null;
      const { altitude } = here;
      const kind = altitudeKindOf(here.altitudeKind);
      const { time } = step.report;
      const from = memory?.climbFrom;
      const elapsed = from === undefined ? Number.POSITIVE_INFINITY : time - from.time;
      const isSameKind = from === undefined || from.kind === kind;
      if (isSameKind && elapsed < RATE_MS) return null;
      const climbFrom = { time, altitude, kind };
      if (from === undefined || !isSameKind || elapsed > MAX_GAP)
        return { memory: { ...memory, climbFrom }, hits: [] };
      const value = ((altitude - from.altitude) / elapsed) * 1_000 * direction;
      const evaluator = watch({ ...options, observe: () => toObservation(value) });
      return (
        evaluator.onReport(step, { ...memory, climbFrom }) ?? { memory: { ...memory, climbFrom }, hits: [] }
      );
    },
  };
}

function distanceFrom(
  point: Coordinates | null,
  here: RuleStep['here'],
  limit: number,
  hysteresis: number,
): Observation | null {
  if (point === null || here === null) return null;
  const value = greatCircleDistance(point, here);
  const reading = readingAbove(value - (here.accuracy ?? USUAL_ACCURACY), limit, hysteresis);
  // Clearly within only if the position itself is.
  return { value, reading: reading === 'clear' && value > limit - hysteresis ? 'between' : reading };
}

/** The silence of a device by the server clock, within the execution time. A report ends it. */
function inactivity(key: string, { limit, repeatMinutes }: TaskAlert): Evaluator {
  return {
    onReport(_, memory) {
      if (memory?.watch === undefined) return null;
      const { watch: __, ...retained } = memory;
      return { memory: retained, hits: [] };
    },
    onTick({ now, state: { lastSeenAt }, listeningSince, acknowledged }, memory) {
      // The first check sets where the time starts, so that silence before the task does not count.
      if (memory?.doneFor === undefined) return { memory: { doneFor: now }, hits: [] };
      const silentSince = Math.max(lastSeenAt ?? 0, memory.doneFor, listeningSince);
      const minutes = (now - silentSince) / MINUTE_MS;
      if (minutes < limit) return null;
      const next = updateWatch(memory.watch, 'beyond', now, {
        hold: { fixes: 1, seconds: 0 },
        repeatMs: repeatMinutes * MINUTE_MS,
        acknowledgedAt: acknowledged.get(key),
      });
      if (next.memory === undefined || next.memory === memory.watch) return null;
      const hit = { noticeType: TASK_NOTICES.inactivity, time: now, value: Math.floor(minutes), limit };
      return { memory: { ...memory, watch: next.memory }, hits: next.isDue ? [hit] : [] };
    },
  };
}

/** @param area of the fence */
export function stayInArea(key: string, mode: TaskAreaMode, fence: EventFence, area: Area): Evaluator {
  const { west, south, east, north } = area.box;
  const middle = (west + east) / 2;
  const shrink = Math.cos(((south + north) / 2) * (Math.PI / 180));
  const width = Math.min((east - west) * shrink, north - south) * DEGREE_METRES;
  const margin = mode === 'inside' ? AREA_MARGIN : Math.min(AREA_MARGIN, width * AREA_SHARE);
  return watch({
    key,
    type: mode === 'inside' ? 'stayInside' : 'stayOutside',
    limit: null,
    hold: DEFAULT_HOLD,
    repeatMinutes: 0,
    fence,
    observe({ here }) {
      if (here === null) return null;
      const longitude = nearestLongitude(here.longitude, middle);
      const isInside = area.contains(longitude, here.latitude);
      if (isInside === (mode === 'inside')) return { reading: 'clear', value: null };
      const certain = Math.max(margin, here.accuracy ?? USUAL_ACCURACY);
      const isBeyond = area.isFarFromEdge(longitude, here.latitude, certain);
      return { reading: isBeyond ? 'beyond' : 'between', value: null };
    },
  });
}

/** Still fixes of which the origin of a shift alarm is the mean: a single one may be off. */
const ORIGIN_FIXES = 5;
/** km/h, and metres from the origin, of a still fix. */
const STILL_SPEED = 5;
const STILL_RANGE = 30;

/** Armed where the device stood when the task started. */
export function shiftFrom(key: string, metres: number): Evaluator {
  return {
    onReport(step, memory) {
      const { here, before } = step;
      if (here === null) return null;
      const armed = memory?.origin ?? { ...placeOf(before.position ?? here), fixes: 1 };
      const isFirst = memory?.origin === undefined && before.position === null;
      const origin = isFirst ? armed : refine(armed, here);
      const value = greatCircleDistance(origin, here);
      const evaluator = watch({
        key,
        type: 'shift',
        limit: metres,
        hold: DEFAULT_HOLD,
        repeatMinutes: 0,
        observe: () => ({ value, reading: shiftReading(value, here.accuracy ?? USUAL_ACCURACY, metres) }),
      });
      const retained = { ...memory, origin };
      const outcome = evaluator.onReport(step, retained);
      if (outcome !== null) return outcome;
      return memory?.origin === origin ? null : { memory: retained, hits: [] };
    },
  };
}

/** The mean with another still fix, until there are enough, or the device moves. */
function refine(origin: Origin, here: TrackerPosition): Origin {
  const { fixes = ORIGIN_FIXES } = origin;
  if (fixes >= ORIGIN_FIXES) return origin;
  const isStill = (here.speed ?? 0) < STILL_SPEED && greatCircleDistance(origin, here) <= STILL_RANGE;
  if (!isStill) return placeOf(origin);
  const east = nearestLongitude(here.longitude, origin.longitude) - origin.longitude;
  return {
    latitude: origin.latitude + (here.latitude - origin.latitude) / (fixes + 1),
    longitude: origin.longitude + east / (fixes + 1),
    fixes: fixes + 1,
  };
}

function placeOf({ latitude, longitude }: Coordinates): Coordinates {
  return { latitude, longitude };
}

function shiftReading(value: number, accuracy: number, metres: number): Reading {
  if (value - accuracy > metres) return 'beyond';
  return value < metres * RETURN ? 'clear' : 'between';
}
