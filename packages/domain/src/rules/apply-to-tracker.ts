import { eventKeyOf, type TrackerEvent } from '../events/tracker-event.ts';
import type { NoticeType } from '../notices/notice-type.ts';
import type { OverspeedStep } from '../overspeed/overspeed.ts';
import type { Report } from '../reports/report.ts';
import { dropImpossibleValues } from '../reports/validate-report.ts';
import type { ReportOutcome } from '../tracker-state/apply-report.ts';
import type { StateStep } from '../tracker-state/connection.ts';
import type { TrackerNotice, TrackerState } from '../tracker-state/tracker-state.ts';
import { applyRules, type RulesStep, tickRules } from './apply-rules.ts';
import type { CompiledRule } from './compile-rule.ts';
import type { RulesMemory } from './rule-memory.ts';
import { DAY_MINUTES, localMinuteOf, type ToLocal } from './schedule.ts';

/** The rules that apply to a tracker. */
export interface TrackerRules {
  readonly rules: readonly CompiledRule[];
  /** Notices that only these rules make. */
  readonly replaced: ReadonlySet<NoticeType>;
  /** Whether one of them notices the passing of time. */
  readonly hasTicks: boolean;
  /** Of the account's time zone. */
  readonly toLocal: ToLocal;
  /** See `RuleStep`. */
  readonly acknowledged: ReadonlyMap<string, number>;
}

/** What the passing of time makes of a tracker. */
interface TimeStep extends StateStep {
  readonly notices: readonly TrackerNotice[];
  /** Those whose rule was removed. */
  readonly overspeeds: readonly OverspeedStep[];
}

const DAY_MS = DAY_MINUTES * 60_000;

const NONE: ReadonlyMap<string, number> = new Map();

export function trackerRulesOf(
  rules: readonly CompiledRule[],
  toLocal: ToLocal,
  acknowledged = NONE,
): TrackerRules {
  return {
    rules,
    replaced: new Set(rules.flatMap(({ replaces }) => replaces)),
    hasTicks: rules.some(({ evaluator }) => evaluator.onTick !== undefined),
    toLocal,
    acknowledged,
  };
}

/**
 * Applies the rules of a tracker to a report that was applied to its state. Late and rejected reports change nothing.
 *
 * @param before the state before that report.
 * @param receivedAt epoch milliseconds by the server clock.
 */
export function applyRulesToReport(
  before: TrackerState,
  outcome: ReportOutcome,
  rawReport: Report,
  receivedAt: number,
  { rules, replaced, toLocal, acknowledged }: TrackerRules,
): ReportOutcome {
  if (rules.length === 0 && before.memory.rules === undefined) return outcome;
  if (outcome.isLate || outcome.rejection !== null)
    return { ...outcome, notices: without(outcome.notices, replaced) };
  const { state, events } = outcome;
  const report = outcome.position ?? dropImpossibleValues(rawReport);
  const step = applyRules(before.memory.rules, rules, {
    report,
    receivedAt,
    before,
    after: state,
    here: state.position === before.position ? null : state.position,
    events,
    local: localMinuteOf(report.time, toLocal),
    acknowledged,
  });
  const notices = without(outcome.notices, replaced);
  const next = withRules(state, step.memory);
  const { overspeeds } = step;
  if (step.hits.length === 0) {
    const isSame = next === state && notices === outcome.notices && overspeeds.length === 0;
    return isSame ? outcome : { ...outcome, notices, state: next, overspeeds };
  }
  const made = eventsAndNotices(step, state, notices);
  return { ...outcome, notices: made.notices, events: [...events, ...made.events], state: next, overspeeds };
}

/**
 * Applies the rules of a tracker to the passing of time. Null if nothing changes.
 *
 * @param now epoch milliseconds by the server clock.
 * @param listeningSince epoch milliseconds; silence before does not count.
 */
export function applyRulesToTime(
  state: TrackerState,
  now: number,
  listeningSince: number,
  { rules, hasTicks, toLocal, acknowledged }: TrackerRules,
): TimeStep | null {
  if (!hasTicks) return null;
  const local = toLocal(now);
  const midnight = now - (local - Math.floor(local / DAY_MS) * DAY_MS);
  const moment = localMinuteOf(now, toLocal);
  const tick = { now, state, listeningSince, midnight, local: moment, acknowledged };
  const step = tickRules(state.memory.rules, rules, tick);
  if (step === null) return null;
  const { memory, overspeeds } = step;
  return { ...eventsAndNotices(step, state, []), state: withRules(state, memory), overspeeds };
}

function withRules(state: TrackerState, rules: RulesMemory | undefined): TrackerState {
  if (rules === state.memory.rules) return state;
  if (rules !== undefined) return { ...state, memory: { ...state.memory, rules } };
  const { rules: _, ...memory } = state.memory;
  return { ...state, memory };
}

function without(notices: readonly TrackerNotice[], replaced: ReadonlySet<NoticeType>) {
  if (replaced.size === 0 || notices.length === 0) return notices;
  return notices.filter(({ noticeType }) => !replaced.has(noticeType));
}

/**
 * Two rules, or a rule and a fence, that notice the same make one notice: the first. Each task makes its own, because people
 * are notified by task.
 */
function eventsAndNotices(
  { hits }: RulesStep,
  { position, memory }: TrackerState,
  existing: readonly TrackerNotice[],
): { readonly events: readonly TrackerEvent[]; readonly notices: readonly TrackerNotice[] } {
  const notices = [...existing];
  const events = hits.flatMap(
    ({
      rule: { source },
      noticeType,
      time,
      value,
      limit = null,
      fence,
      deviation,
      reporting,
    }): TrackerEvent[] => {
      const latitude = position?.latitude ?? null;
      const longitude = position?.longitude ?? null;
      const moment = { time, latitude, longitude };
      const event: TrackerEvent =
        source.kind === 'rule'
          ? { ...moment, kind: 'rule', ruleId: source.ruleId, noticeType, value }
          : {
              ...moment,
              kind: 'task',
              taskId: source.taskId,
              condition: source.condition,
              noticeType,
              value,
              limit,
            };
      const common = {
        ...moment,
        noticeType,
        battery: noticeType === 'LOWPOWER' ? value : null,
        speed: position?.speed ?? null,
        ...(fence !== undefined && { fence }),
        ...(noticeType === 'EMERGENCY' &&
          memory.emergency?.details && { emergency: memory.emergency.details }),
      };
      // The end of an alarm is a notice only: an event is what began.
      const isEnd = (deviation ?? reporting)?.kind === 'back';
      const made = isEnd ? common : { ...common, event: eventKeyOf(event) };
      if (source.kind === 'task') {
        const { taskId, taskName, condition, type } = source;
        const evidence = { taskId, taskName, condition, type, limit, value, fix: position };
        const found = {
          ...(deviation !== undefined && { deviation }),
          ...(reporting !== undefined && { reporting }),
        };
        notices.push({ ...made, task: { ...evidence, ...found } });
      } else if (!notices.some((notice) => isSameNotice(notice, made))) {
        notices.push({ ...made, rule: { ruleId: source.ruleId, ruleName: source.ruleName, value } });
      }
      return isEnd ? [] : [event];
    },
  );
  return { events, notices };
}

function isSameNotice(known: TrackerNotice, { noticeType, fence }: TrackerNotice): boolean {
  return (
    known.task === undefined && known.noticeType === noticeType && known.fence?.fenceId === fence?.fenceId
  );
}
