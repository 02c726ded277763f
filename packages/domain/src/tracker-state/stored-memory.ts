import { activityMemoryFromText, activityMemoryToText } from '../activity/activity-memory-text.ts';
import { planeMemoryFromText, planeMemoryToText } from '../aviation/plane-memory.ts';
import { fenceMemoryFromText, fenceMemoryToText } from '../fences/fence-memory-text.ts';
import { deviceOverspeedFromText, deviceOverspeedToText } from '../overspeed/overspeed-memory-text.ts';
import type { Writable } from '../positions/columns.ts';
import type { RulesMemory } from '../rules/rule-memory.ts';
import { formatRulesMemory, parseRulesMemory } from '../rules/rule-memory-text.ts';
import type { FenceMemory, TrackerMemory } from './tracker-state.ts';

type Texts = 'rules' | 'plane' | 'activity' | 'fences' | 'overspeed';

/** The memory of a tracker as the database has it. */
export interface StoredMemory extends Omit<TrackerMemory, Texts> {
  /** As `formatRulesMemory` writes it; an object in older rows. */
  readonly rules?: string | RulesMemory;
  /** As `planeMemoryToText` writes it. */
  readonly plane?: string;
  /** As `activityMemoryToText` writes it. */
  readonly activity?: string;
  /** As `fenceMemoryToText` writes it; objects in older rows. */
  readonly fences?: string | readonly FenceMemory[];
  /** As `deviceOverspeedToText` writes it. */
  readonly overspeed?: string;
}

export function toStoredMemory(memory: TrackerMemory): StoredMemory {
  const { rules, plane, activity, fences, overspeed, ...others } = memory;
  const stored: Writable<StoredMemory> = others;
  if (rules !== undefined) stored.rules = formatRulesMemory(rules);
  if (plane !== undefined) stored.plane = planeMemoryToText(plane);
  if (activity !== undefined) stored.activity = activityMemoryToText(activity);
  if (fences !== undefined) stored.fences = fenceMemoryToText(fences);
  if (overspeed !== undefined) stored.overspeed = deviceOverspeedToText(overspeed);
  return stored;
}

export function fromStoredMemory(stored: StoredMemory): TrackerMemory {
  const { rules, plane: planeText, activity: activityText, fences, overspeed: text, ...memory } = stored;
  const plane = planeText === undefined ? null : planeMemoryFromText(planeText);
  const activity = activityText === undefined ? null : activityMemoryFromText(activityText);
  const overspeed = text === undefined ? null : deviceOverspeedFromText(text);
  return {
    ...memory,
    ...(rules !== undefined && { rules: typeof rules === 'string' ? parseRulesMemory(rules) : rules }),
    ...(plane !== null && { plane }),
    ...(activity !== null && { activity }),
    ...(fences !== undefined && {
      fences: typeof fences === 'string' ? fenceMemoryFromText(fences) : fences,
    }),
    ...(overspeed !== null && { overspeed }),
  };
}
