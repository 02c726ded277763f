import type { RulesMemory } from '../rules/rule-memory.ts';
import { formatRulesMemory, parseRulesMemory } from '../rules/rule-memory-text.ts';
import type { TrackerMemory } from './tracker-state.ts';

/** The memory of a tracker as the database has it. */
export interface StoredMemory extends Omit<TrackerMemory, 'rules'> {
  /** As `formatRulesMemory` writes it; an object in older rows. */
  readonly rules?: string | RulesMemory;
}

export function toStoredMemory(memory: TrackerMemory): StoredMemory {
  return memory.rules === undefined ? memory : { ...memory, rules: formatRulesMemory(memory.rules) };
}

export function fromStoredMemory({ rules, ...memory }: StoredMemory): TrackerMemory {
  if (rules === undefined) return memory;
  return { ...memory, rules: typeof rules === 'string' ? parseRulesMemory(rules) : rules };
}
