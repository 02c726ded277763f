import { FlightLine } from '../aviation/flight-line.ts';
import { LINE_END_DISTANCE, LINE_REPEAT_MS, watchLine } from '../aviation/line-watch.ts';
import type { Position } from '../fences/fence-shape.ts';
import { type Coordinates, greatCircleDistance } from '../geo/great-circle.ts';
import { type Evaluator, FORGET, type RuleStep } from './evaluator.ts';
import { heightOf, watch } from './task-evaluators.ts';
import { DEFAULT_HOLD, TASK_NOTICES } from './watch-task.ts';

/** Metres of a height that is well within its limit again. */
const HEIGHT_HYSTERESIS = 20;

/** A line with both its ends. */
export interface TaskRoute {
  readonly line: FlightLine;
  readonly ends: readonly [Coordinates, Coordinates];
}

/** @param points at least two positions; undefined: there are fewer */
export function taskRouteOf(points: readonly Position[]): TaskRoute | undefined {
  const places = points.map(([longitude, latitude]) => ({ latitude, longitude }));
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined || places.length < 2) return undefined;
  return { line: new FlightLine(places), ends: [first, last] };
}

/**
 * The distance from a line. Planes are watched from take-off to landing, other devices always.
 *
 * @param limit metres, more than 0
 */
export function followLine(key: string, { line }: TaskRoute, limit: number): Evaluator {
  return {
    onReport(step, memory) {
      const { here } = step;
      if (here === null) return null;
      if (isOnGround(step)) return memory === undefined ? null : FORGET;
      const outcome = watchLine(line, limit, memory?.line ?? null, here, step.acknowledged.get(key));
      if (outcome === null) return null;
      const { event } = outcome;
      const retained = { line: outcome.memory };
      if (event === null) return { memory: retained, hits: [] };
      const { time, metres, ...deviation } = event;
      const value = Math.round(metres);
      return {
        memory: retained,
        hits: [{ noticeType: TASK_NOTICES.line, time, value, limit, deviation: rounded(deviation) }],
      };
    },
  };
}

function rounded<Deviation extends { readonly largest: number }>(deviation: Deviation): Deviation {
  return { ...deviation, largest: Math.round(deviation.largest) };
}

/** A lowest or highest height along a line, of planes in flight and of other devices. */
export function keepHeight(
  key: string,
  { ends }: TaskRoute,
  type: 'lineBelow' | 'lineAbove',
  limit: number,
): Evaluator {
  // Below the lowest height is above it with the other sign.
  const sign = type === 'lineAbove' ? 1 : -1;
  return watch({
    key,
    type,
    limit,
    hold: DEFAULT_HOLD,
    repeatMinutes: LINE_REPEAT_MS / 60_000,
    observe(step) {
      const { here } = step;
      const value = heightOf(step);
      if (value === null || here === null || isOnGround(step)) return null;
      if (ends.some((end) => greatCircleDistance(end, here) < LINE_END_DISTANCE)) return null;
      const excess = (value - limit) * sign;
      if (excess > 0) return { value, reading: 'beyond' };
      return { value, reading: excess <= -HEIGHT_HYSTERESIS ? 'clear' : 'between' };
    },
  });
}

/** Whether the device is in a plane that has not taken off, or has landed. */
function isOnGround({ after: { memory } }: RuleStep): boolean {
  return memory.plane?.flight.state === 'ground';
}
