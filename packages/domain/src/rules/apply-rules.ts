import { type OverspeedStep, overspeedEnd } from '../overspeed/overspeed.ts';
import type { TrackerState } from '../tracker-state/tracker-state.ts';
import type { CompiledRule } from './compile-rule.ts';
import type { RuleHit, RuleOutcome, RuleStep, RuleTick } from './evaluator.ts';
import type { RuleMemory, RulesMemory, VersionedMemory } from './rule-memory.ts';
import { isScheduled, type LocalMinute } from './schedule.ts';

export interface RulesStep {
  /** Undefined if no rule has anything to keep. */
  readonly memory: RulesMemory | undefined;
  readonly hits: readonly (RuleHit & { readonly rule: CompiledRule })[];
  readonly overspeeds: readonly OverspeedStep[];
}

/** Milliseconds after which a hit makes no notice: the report came too late to alarm anyone. */
export const MAX_HIT_AGE = 30 * 60_000;
/** Of a task, on which people act at once. */
const MAX_TASK_HIT_AGE = 10 * 60_000;

const NO_HITS: RulesStep['hits'] = [];
const NO_OVERSPEEDS: readonly OverspeedStep[] = [];

/** Applies the rules of a tracker to its newest report. Late reports are not passed: they never alarm. */
export function applyRules(
  before: RulesMemory | undefined,
  rules: readonly CompiledRule[],
  step: RuleStep,
): RulesStep {
  const evaluate = (rule: CompiledRule, memory: RuleMemory | undefined) =>
    rule.evaluator.onReport(step, memory);
  const applied = apply(before, rules, step.local, step.before, evaluate);
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
    tick.state,
    ({ evaluator }, memory) => evaluator.onTick?.(tick, memory) ?? null,
  );
  return step.memory === before && step.hits.length === 0 ? null : step;
}

/**
 * Most reports change nothing: the memory is copied before its first change only.
 *
 * @param last the state in which an overspeed ends whose rule no longer applies.
 */
function apply(
  before: RulesMemory | undefined,
  rules: readonly CompiledRule[],
  local: LocalMinute,
  last: TrackerState,
  evaluate: (rule: CompiledRule, memory: RuleMemory | undefined) => RuleOutcome,
): RulesStep {
  let memory: Record<string, VersionedMemory> | null = null;
  let hits: RulesStep['hits'][number][] | null = null;
  let overspeeds: OverspeedStep[] | null = null;
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
    const steps = isActive && current === stored ? outcome?.overspeeds : endOf(stored, rule, last, outcome);
    if (steps !== undefined && steps.length > 0) overspeeds = [...(overspeeds ?? []), ...steps];
    for (const hit of outcome?.hits ?? NO_HITS) {
      hits ??= [];
      hits.push({ ...hit, rule });
    }
    index++;
  }
  // The memory of a removed rule is dropped.
  if (known !== countOf(before)) {
    memory ??= copyMemory(before, rules, rules.length);
    overspeeds = [...(overspeeds ?? []), ...endsOfRemoved(before, rules, last)];
  }
  return {
    memory: memory === null ? before : withoutEmpty(memory),
    hits: hits ?? NO_HITS,
    overspeeds: overspeeds ?? NO_OVERSPEEDS,
  };
}

/** A rule that changed, or is outside of its hours, ends an overspeed at the last position. */
function endOf(
  stored: VersionedMemory | undefined,
  rule: CompiledRule,
  { position, mileage }: TrackerState,
  outcome: RuleOutcome,
): readonly OverspeedStep[] {
  const steps = outcome?.overspeeds ?? NO_OVERSPEEDS;
  const over = stored?.state.over;
  if (over === undefined || position === null || rule.overspeed === undefined) return steps;
  return [...overspeedEnd(over, position, mileage, rule.overspeed), ...steps];
}

function endsOfRemoved(
  before: RulesMemory | undefined,
  rules: readonly CompiledRule[],
  { position, mileage }: TrackerState,
): readonly OverspeedStep[] {
  if (position === null) return NO_OVERSPEEDS;
  const keys = new Set(rules.map(({ key }) => key));
  return Object.entries(before ?? {}).flatMap(
    ([
      key,
      {
        state: { over },
      },
    ]) => {
      if (over === undefined || keys.has(key)) return NO_OVERSPEEDS;
      return overspeedEnd(over, position, mileage, { ruleId: Number(key), name: null, place: null });
    },
  );
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
