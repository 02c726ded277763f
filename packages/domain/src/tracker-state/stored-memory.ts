import { planeMemoryFromText, planeMemoryToText } from '../aviation/plane-memory.ts';
import type { RulesMemory } from '../rules/rule-memory.ts';
import { formatRulesMemory, parseRulesMemory } from '../rules/rule-memory-text.ts';
import type { TrackerMemory } from './tracker-state.ts';

/** The memory of a tracker as the database has it. */
export interface StoredMemory extends Omit<TrackerMemory, 'rules' | 'plane'> {
  /** As `formatRulesMemory` writes it; an object in older rows. */
  readonly rules?: string | RulesMemory;
  /** As `planeMemoryToText` writes it. */
  readonly plane?: string;
}

export function toStoredMemory(memory: TrackerMemory): StoredMemory {
  const { rules, plane, ...others } = memory;
  if (rules === undefined && plane === undefined) return others;
  return {
    ...others,
    ...(rules !== undefined && { rules: formatRulesMemory(rules) }),
    ...(plane !== undefined && { plane: planeMemoryToText(plane) }),
  };
}

export function fromStoredMemory({ rules, plane: text, ...memory }: StoredMemory): TrackerMemory {
  if (rules === undefined && text === undefined) return memory;
  const plane = text === undefined ? null : planeMemoryFromText(text);
  return {
    ...memory,
    ...(rules !== undefined && { rules: typeof rules === 'string' ? parseRulesMemory(rules) : rules }),
    ...(plane !== null && { plane }),
  };
}
