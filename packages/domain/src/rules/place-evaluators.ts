import type { EventFence } from '../events/tracker-event.ts';
import { type Coordinates, greatCircleDistance } from '../geo/great-circle.ts';
import type { FenceMemory } from '../tracker-state/tracker-state.ts';
import { type Evaluator, FORGET, type RuleHit, type RuleOutcome } from './evaluator.ts';
import { type ConditionOf, RULE_NOTICES } from './rule.ts';
import type { RuleMemory } from './rule-memory.ts';

const MINUTE_MS = 60_000;
/** Factor of the radius beyond which a tracker counts as outside again. */
const LEAVE = 1.2;
const NO_FENCES: readonly FenceMemory[] = [];

/** A circle around a labelled point: degrees, metres. */
export interface RulePlace extends Coordinates {
  readonly radius: number;
}

function isAt({ radius, ...centre }: RulePlace, position: Coordinates): boolean {
  return greatCircleDistance(centre, position) <= radius;
}

/** Arrival at a place within the hours of the rule, once a local day. */
export function clockIn(place: RulePlace): Evaluator {
  return {
    onReport({ here, report, local }, memory) {
      if (memory?.doneFor === local.day || here === null || !isAt(place, here)) return null;
      return {
        memory: { doneFor: local.day },
        hits: [{ noticeType: RULE_NOTICES.clockIn, time: report.time, value: null }],
      };
    },
  };
}

/** Arrival at a place from outside. */
export function safe(place: RulePlace): Evaluator {
  return {
    onReport({ here, report }, memory) {
      if (here === null) return null;
      const { radius, ...centre } = place;
      const distance = greatCircleDistance(centre, here);
      if (memory?.wasOutside !== true)
        return distance > radius * LEAVE ? { memory: { wasOutside: true }, hits: [] } : null;
      if (distance > radius) return null;
      return { memory: undefined, hits: [{ noticeType: RULE_NOTICES.safe, time: report.time, value: null }] };
    },
  };
}

/** Returns a fence as an event names it; undefined: it no longer exists. */
export type FindFence = (fenceId: number) => EventFence | undefined;

/** Crossings of fences, or the time spent in them. */
export function fence(
  { fenceIds, direction, dwellMinutes }: ConditionOf<'fence'>,
  findFence: FindFence,
  changedAt: number,
): Evaluator {
  const isMeant = (fenceId: number) => fenceIds === null || fenceIds.includes(fenceId);
  return dwellMinutes === 0
    ? crossing(direction, isMeant)
    : dwell(dwellMinutes, isMeant, findFence, changedAt);
}

function crossing(direction: 'IN' | 'OUT', isMeant: (fenceId: number) => boolean): Evaluator {
  const kind = direction === 'IN' ? 'fence-entered' : 'fence-exited';
  return {
    onReport({ events }) {
      if (events.length === 0) return null;
      const hits = events.flatMap((event): RuleHit[] => {
        const isHit = event.kind === kind && isMeant(event.fence.fenceId);
        return isHit ? [{ noticeType: direction, time: event.time, value: null, fence: event.fence }] : [];
      });
      return hits.length === 0 ? null : { memory: undefined, hits };
    },
  };
}

/** The time counts from the entry, or from when the rule was enabled. */
function dwell(
  minutes: number,
  isMeant: (fenceId: number) => boolean,
  findFence: FindFence,
  changedAt: number,
): Evaluator {
  const update = (
    inside: readonly FenceMemory[],
    time: number,
    memory: RuleMemory | undefined,
  ): RuleOutcome => {
    if (inside.length === 0) return memory === undefined ? null : FORGET;
    const hits: RuleHit[] = [];
    const notified: Record<string, number> = {};
    for (const { fenceId, inside: isInside, enteredAt } of inside) {
      if (!isInside || enteredAt === undefined || !isMeant(fenceId)) continue;
      if (memory?.notified?.[fenceId] === enteredAt) notified[fenceId] = enteredAt;
      else if (time - Math.max(enteredAt, changedAt) >= minutes * MINUTE_MS) {
        notified[fenceId] = enteredAt;
        const found = findFence(fenceId);
        if (found !== undefined) hits.push({ noticeType: 'IN', time, value: minutes, fence: found });
      }
    }
    const count = Object.keys(notified).length;
    // Nothing was added, and nothing is gone.
    if (hits.length === 0 && count === Object.keys(memory?.notified ?? {}).length) return null;
    return count === 0 ? FORGET : { memory: { notified }, hits };
  };
  return {
    onReport: ({ report, after }, memory) => update(after.memory.fences ?? NO_FENCES, report.time, memory),
    onTick: ({ now, state }, memory) => update(state.memory.fences ?? NO_FENCES, now, memory),
  };
}
