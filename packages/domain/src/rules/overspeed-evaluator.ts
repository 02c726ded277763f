import { MAX_SEGMENT_MS } from '../fences/segment.ts';
import {
  continueOverspeed,
  type OverspeedSource,
  type OverspeedStep,
  overspeedEnd,
  releaseSpeedOf,
  startOverspeed,
} from '../overspeed/overspeed.ts';
import type { TrackerPosition } from '../tracker-state/tracker-state.ts';
import { MAX_HIT_AGE } from './apply-rules.ts';
import { type Evaluator, FORGET, type RuleHit } from './evaluator.ts';
import { updateHeld } from './held-condition.ts';
import { type ConditionOf, RULE_NOTICES } from './rule.ts';

/** Whether a place is inside the area of a rule. */
export type IsInArea = (latitude: number, longitude: number) => boolean;

const NO_HITS: readonly RuleHit[] = [];

/**
 * A speed limit. It is exceeded from the first fix above the limit to the first one at or below the release, outside of the
 * area, or to the last one before 10 minutes without a fix. Once it has lasted for the seconds of the rule, it is an episode
 * with one notice.
 *
 * @param isInArea null: everywhere.
 */
export function overspeed(
  { limit, seconds }: ConditionOf<'overspeed'>,
  isInArea: IsInArea | null,
  source: OverspeedSource,
): Evaluator {
  const release = releaseSpeedOf(limit);
  const isOver = ({ speed, latitude, longitude }: TrackerPosition) => {
    if (speed === null) return null;
    if (isInArea !== null && !isInArea(latitude, longitude)) return false;
    if (speed > limit) return true;
    return speed <= release ? false : null;
  };
  return {
    onReport({ here, before, after, receivedAt }, memory) {
      if (here === null) return null;
      const last = before.position;
      const isInterrupted = last !== null && here.time - last.time > MAX_SEGMENT_MS;
      const known = isInterrupted ? undefined : memory;
      const { memory: held, isReached } = updateHeld(known?.held, isOver(here), here.time, seconds * 1_000);
      const steps: OverspeedStep[] = [];
      if (isInterrupted && memory?.over !== undefined) {
        steps.push(...overspeedEnd(memory.over, last, before.mileage, source));
      }
      if (held === undefined) {
        if (known?.over !== undefined) steps.push(...overspeedEnd(known.over, here, after.mileage, source));
        return memory === undefined ? null : { ...FORGET, overspeeds: steps };
      }
      const going = known?.over;
      const over =
        going === undefined ? startOverspeed(here, after.mileage, limit) : continueOverspeed(going, here);
      if (!isReached) {
        if (held === memory?.held && over === memory.over) return null;
        return { memory: { held, over }, hits: NO_HITS, overspeeds: steps };
      }
      steps.push({ kind: 'kept', from: over.from.time });
      const { time, speed } = here;
      const outcome = receivedAt - time > MAX_HIT_AGE ? 'late' : 'sent';
      return {
        memory: { held, over: { ...over, notice: { time, receivedAt, outcome } } },
        hits: [{ noticeType: RULE_NOTICES.overspeed, time, value: speed }],
        overspeeds: steps,
      };
    },
  };
}
