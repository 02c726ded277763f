import type { TrackerMemory } from '../tracker-state/tracker-state.ts';
import type { OverspeedMemory, OverspeedNotice } from './overspeed.ts';

/** An overspeed that goes on and has lasted for long enough. */
export interface OpenOverspeed extends OverspeedMemory {
  /** Null: an alarm of the device. */
  readonly ruleId: number | null;
  readonly notice: OverspeedNotice;
}

/** Those of a tracker, as its memory has them. */
export function openOverspeedsOf(
  memory: Pick<TrackerMemory, 'rules' | 'overspeed'> | undefined,
): readonly OpenOverspeed[] {
  const ofRules = Object.entries(memory?.rules ?? {}).map(([key, { state }]) => {
    return { ruleId: Number(key), over: state.over };
  });
  return [...ofRules, { ruleId: null, over: memory?.overspeed }].flatMap(({ ruleId, over }) =>
    over?.notice === undefined ? [] : [{ ...over, ruleId, notice: over.notice }],
  );
}
