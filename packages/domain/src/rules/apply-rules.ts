import type { CompiledRule } from './compile-rule.ts';
import type { RuleHit, RuleOutcome, RuleStep, RuleTick } from './evaluator.ts';
import type { RuleMemory, RulesMemory, VersionedMemory } from './rule-memory.ts';
import { isScheduled, type LocalMinute } from './schedule.ts';

export interface RulesStep {
  /** Undefined if no rule has anything to keep. */
  readonly memory: RulesMemory | undefined;
  readonly hits: readonly (RuleHit & { readonly rule: CompiledRule })[];
}

/** Milliseconds after which a hit makes no notice: the report came too late to alarm anyone. */
export const MAX_HIT_AGE = 30 * 60_000;
/** Of a task, on which people act at once. */
const MAX_TASK_HIT_AGE = 10 * 60_000;

const NO_HITS: RulesStep['hits'] = [];

/** Applies the rules of a tracker to its newest report. Late reports are not passed: they never alarm. */
export function applyRules(
  before: RulesMemory | undefined,
  rules: readonly CompiledRule[],
  step: RuleStep,
): RulesStep {
  const applied = apply(before, rules, step.local, (rule, memory) => rule.evaluator.onReport(step, memory));
  if (applied.hits.length === 0) return applied;
  const { receivedAt } = step;
  return {
    ...applied,
    hits: applied.hits.filter(({ time, rule: { source } }) => {
      return receivedAt - time <= (source.kind === 'task' ? MAX_TASK_HIT_AGE : MAX_HIT_AGE);
    }),
  };
}

/** Applies the rules of a tracker to the passing of time. Null if nothing changes. */
export function tickRules(
  before: RulesMemory | undefined,
  rules: readonly CompiledRule[],
  tick: RuleTick & { readonly local: LocalMinute },
): RulesStep | null {
  if (!rules.some(({ evaluator }) => evaluator.onTick !== undefined)) return null;
  const step = apply(
    before,
    rules,
    tick.local,
    ({ evaluator }, memory) => evaluator.onTick?.(tick, memory) ?? null,
  );
  return step.memory === before && step.hits.length === 0 ? null : step;
}

/** Most reports change nothing: the memory is copied before its first change only. */
function apply(
  before: RulesMemory | undefined,
  rules: readonly CompiledRule[],
  local: LocalMinute,
  evaluate: (rule: CompiledRule, memory: RuleMemory | undefined) => RuleOutcome,
): RulesStep {
  let memory: Record<string, VersionedMemory> | null = null;
  let hits: RulesStep['hits'][number][] | null = null;
  let known = 0;
  let index = 0;
  for (const rule of rules) {
    const stored = before?.[rule.key];
    if (stored !== undefined) known++;
    const current = stored?.version === rule.version ? stored : undefined;
    const isActive = isScheduled(rule.schedule, local);
    const outcome = isActive ? evaluate(rule, current?.state) : null;
    const next = isActive ? nextMemory(rule, current, outcome) : undefined;
    if (next !== stored) memory ??= copyMemory(before, rules, index);
    if (memory !== null && next !== undefined) memory[rule.key] = next;
    for (const hit of outcome?.hits ?? NO_HITS) {
      hits ??= [];
      hits.push({ ...hit, rule });
    }
    index++;
  }
  // The memory of a removed rule is dropped.
  if (memory === null && known !== countOf(before)) memory = copyMemory(before, rules, rules.length);
  return { memory: memory === null ? before : withoutEmpty(memory), hits: hits ?? NO_HITS };
}

function nextMemory(
  { version }: CompiledRule,
  current: VersionedMemory | undefined,
  outcome: RuleOutcome,
): VersionedMemory | undefined {
  if (outcome === null) return current;
  const { memory: state } = outcome;
  return state === undefined ? undefined : { version, state };
}

/** What is kept of the first `count` rules, none of which changed. */
function copyMemory(
  before: RulesMemory | undefined,
  rules: readonly CompiledRule[],
  count: number,
): Record<string, VersionedMemory> {
  const copy: Record<string, VersionedMemory> = {};
  if (before === undefined) return copy;
  for (const { key } of rules.slice(0, count)) {
    const stored = before[key];
    if (stored !== undefined) copy[key] = stored;
  }
  return copy;
}

function countOf(memory: RulesMemory | undefined): number {
  return memory === undefined ? 0 : Object.keys(memory).length;
}

function withoutEmpty(memory: RulesMemory): RulesMemory | undefined {
  return countOf(memory) === 0 ? undefined : memory;
}
