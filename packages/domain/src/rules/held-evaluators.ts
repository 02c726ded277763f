import { MAX_SEGMENT_MS } from '../fences/segment.ts';
import { greatCircleDistance } from '../geo/great-circle.ts';
import { type Evaluator, FORGET, type RuleOutcome, type RuleStep } from './evaluator.ts';
import { updateHeld } from './held-condition.ts';
import type { RouteLine } from './route-line.ts';
import { type ConditionOf, RULE_NOTICES } from './rule.ts';

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
/** Share of a distance below which a tracker counts as back: less than the jitter of a receiver at 50 m. */
const RETURN = 0.8;
/** Milliseconds for which a tracker must be off its route: longer than one wrong fix. */
const DEVIATION_MS = 30 * SECOND_MS;
/** Milliseconds for which a tracker must move, or stand, as for the status notices. */
const STARTED_MS = 30 * SECOND_MS;
const STOPPED_MS = 3 * MINUTE_MS;

interface HeldOptions {
  readonly noticeType: (typeof RULE_NOTICES)[keyof typeof RULE_NOTICES];
  readonly holdMs: number;
  /** Null: neither true nor false. */
  holds(step: RuleStep): boolean | null;
  /** The value of the notice. */
  value(step: RuleStep): number | null;
  /** Two reports far apart say nothing about the time between them. */
  readonly isContinuous?: boolean;
}

/** A condition on reports that counts once it has been true for some time. */
function held({ noticeType, holdMs, holds, value, isContinuous = false }: HeldOptions): Evaluator {
  return {
    onReport(step, memory) {
      const { time } = step.report;
      const last = step.before.memory.reportedAt;
      const isInterrupted = isContinuous && last !== null && time - last > MAX_SEGMENT_MS;
      const { memory: next, isReached } = updateHeld(
        isInterrupted && !memory?.held?.notified ? undefined : memory?.held,
        holds(step),
        time,
        holdMs,
      );
      if (next === memory?.held) return null;
      if (next === undefined) return FORGET;
      return { memory: { held: next }, hits: isReached ? [{ noticeType, time, value: value(step) }] : [] };
    },
  };
}

/** Adds the passing of time: a stationary tracker may not report at all. */
function withTicks(
  evaluator: Evaluator,
  holdMs: number,
  noticeType: HeldOptions['noticeType'],
  minutes: number,
): Evaluator {
  return {
    ...evaluator,
    onTick({ now }, memory) {
      if (memory?.held === undefined) return null;
      const { memory: held, isReached } = updateHeld(memory.held, true, now, holdMs);
      if (held === undefined || !isReached) return null;
      return { memory: { held }, hits: [{ noticeType, time: now, value: minutes }] };
    },
  };
}

export function lowBattery({ percent, recovered }: ConditionOf<'lowBattery'>): Evaluator {
  return held({
    noticeType: RULE_NOTICES.lowBattery,
    holdMs: 0,
    holds({ report: { battery } }) {
      if (battery === null) return null;
      if (battery <= percent) return true;
      return battery >= recovered ? false : null;
    },
    value: ({ report }) => report.battery,
  });
}

/** Only a change counts: a tracker that already moves when the rule is enabled has not started. */
function statusChange(
  noticeType: HeldOptions['noticeType'],
  holdMs: number,
  isIn: (moving: boolean) => boolean,
): Evaluator {
  const evaluator = held({
    noticeType,
    holdMs,
    holds: ({ after }) => isIn(after.memory.moving),
    value: () => null,
  });
  return {
    onReport(step, memory) {
      const isNew = memory?.held === undefined && isIn(step.before.memory.moving);
      if (!isNew || step.before.position === null) return evaluator.onReport(step, memory);
      if (!isIn(step.after.memory.moving)) return null;
      return { memory: { held: { since: step.report.time, notified: true } }, hits: [] };
    },
  };
}

export function started(): Evaluator {
  return statusChange(RULE_NOTICES.started, STARTED_MS, (moving) => moving);
}

export function stopped(): Evaluator {
  return statusChange(RULE_NOTICES.stopped, STOPPED_MS, (moving) => !moving);
}

export function stay({ minutes }: ConditionOf<'stay'>): Evaluator {
  const holdMs = minutes * MINUTE_MS;
  const evaluator = held({
    noticeType: RULE_NOTICES.stay,
    holdMs,
    holds: ({ after }) => after.position !== null && !after.memory.moving,
    value: () => minutes,
  });
  return withTicks(evaluator, holdMs, RULE_NOTICES.stay, minutes);
}

export function idling({ minutes }: ConditionOf<'idling'>): Evaluator {
  return held({
    noticeType: RULE_NOTICES.idling,
    holdMs: minutes * MINUTE_MS,
    isContinuous: true,
    holds({ report: { attributes }, after }) {
      const { ignition } = attributes;
      if (after.memory.moving || ignition === false) return false;
      return ignition === true ? true : null;
    },
    value: () => minutes,
  });
}

/** @param line null: the route no longer exists */
export function deviation({ metres }: ConditionOf<'deviation'>, line: RouteLine | null): Evaluator {
  return held({
    noticeType: RULE_NOTICES.deviation,
    holdMs: DEVIATION_MS,
    isContinuous: true,
    holds({ here }) {
      if (line === null) return false;
      if (here === null) return null;
      if (!line.isWithin(here, metres)) return true;
      return line.isWithin(here, metres * RETURN) ? false : null;
    },
    value: () => metres,
  });
}

/** The first position after the rule is enabled is the origin; the tracker may come back and leave again. */
export function shift({ metres }: ConditionOf<'shift'>): Evaluator {
  return {
    onReport({ here, report }, memory): RuleOutcome {
      if (here === null) return null;
      const { latitude, longitude } = here;
      const origin = memory?.origin ?? { latitude, longitude };
      const distance = greatCircleDistance(origin, here);
      const certain = distance - (here.accuracy ?? 0);
      const holds = certain > metres ? true : distance < metres * RETURN ? false : null;
      const { memory: next, isReached } = updateHeld(memory?.held, holds, report.time, 0);
      if (memory !== undefined && next === memory.held) return null;
      return {
        memory: { origin, ...(next === undefined ? undefined : { held: next }) },
        hits: isReached
          ? [{ noticeType: RULE_NOTICES.shift, time: report.time, value: Math.round(distance) }]
          : [],
      };
    },
  };
}
