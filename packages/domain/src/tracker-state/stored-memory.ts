import { activityMemoryFromText, activityMemoryToText } from '../activity/activity-memory-text.ts';
import { planeMemoryFromText, planeMemoryToText } from '../aviation/plane-memory.ts';
import type { RulesMemory } from '../rules/rule-memory.ts';
import { formatRulesMemory, parseRulesMemory } from '../rules/rule-memory-text.ts';
import type { TrackerMemory } from './tracker-state.ts';

/** The memory of a tracker as the database has it. */
export interface StoredMemory extends Omit<TrackerMemory, 'rules' | 'plane' | 'activity'> {
  /** As `formatRulesMemory` writes it; an object in older rows. */
  readonly rules?: string | RulesMemory;
  /** As `planeMemoryToText` writes it. */
  readonly plane?: string;
  /** As `activityMemoryToText` writes it. */
  readonly activity?: string;
}

export function toStoredMemory(memory: TrackerMemory): StoredMemory {
  const { rules, plane, activity, ...others } = memory;
  if (rules === undefined && plane === undefined && activity === undefined) return others;
  return {
    ...others,
    ...(rules !== undefined && { rules: formatRulesMemory(rules) }),
    ...(plane !== undefined && { plane: planeMemoryToText(plane) }),
    ...(activity !== undefined && { activity: activityMemoryToText(activity) }),
  };
}

export function fromStoredMemory(stored: StoredMemory): TrackerMemory {
  const { rules, plane: planeText, activity: activityText, ...memory } = stored;
  if (rules === undefined && planeText === undefined && activityText === undefined) return memory;
  const plane = planeText === undefined ? null : planeMemoryFromText(planeText);
  const activity = activityText === undefined ? null : activityMemoryFromText(activityText);
  return {
    ...memory,
    ...(rules !== undefined && { rules: typeof rules === 'string' ? parseRulesMemory(rules) : rules }),
    ...(plane !== null && { plane }),
    ...(activity !== null && { activity }),
  };
}
