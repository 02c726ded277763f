import type { LineDeviation } from '../aviation/line-watch.ts';
import type { EventFence, TrackerEvent } from '../events/tracker-event.ts';
import type { NoticeType } from '../notices/notice-type.ts';
import type { OverspeedStep } from '../overspeed/overspeed.ts';
import type { Report } from '../reports/report.ts';
import type { Reporting, TrackerPosition, TrackerState } from '../tracker-state/tracker-state.ts';
import type { RuleMemory } from './rule-memory.ts';
import type { LocalMinute } from './schedule.ts';

/** A newest report of a tracker and its effect. */
export interface RuleStep {
  readonly report: Report;
  /** Epoch milliseconds by the server clock. */
  readonly receivedAt: number;
  readonly before: TrackerState;
  readonly after: TrackerState;
  /** Set if the report moved the marker. */
  readonly here: TrackerPosition | null;
  /** What began or ended with this report. */
  readonly events: readonly TrackerEvent[];
  readonly local: LocalMinute;
  /** By the key of a condition: time of the newest notice of it that somebody acknowledged. */
  readonly acknowledged: ReadonlyMap<string, number>;
}

/** A moment without a report. */
export interface RuleTick {
  /** Epoch milliseconds by the server clock. */
  readonly now: number;
  readonly state: TrackerState;
  /** Time before it does not count as silence, because the server was not running. */
  readonly listeningSince: number;
  /** Local midnight of `now` as an instant. */
  readonly midnight: number;
  /** As of a report. */
  readonly acknowledged: ReadonlyMap<string, number>;
}

export interface RuleHit {
  readonly noticeType: NoticeType;
  /** Epoch milliseconds: of the report, or of the server for silence. */
  readonly time: number;
  /** km/h, percent, minutes or metres, as the type of the rule has it; null: none. */
  readonly value: number | null;
  /** Of a task: the limit, in the unit of the value; null: it has none. */
  readonly limit?: number | null;
  /** The fence that was entered or left. */
  readonly fence?: EventFence;
  /** From the line of a task. */
  readonly deviation?: LineDeviation;
  /** Of a plane in flight that sends no positions. */
  readonly reporting?: Reporting;
}

/** What a rule keeps from now on, and what it notices. Null: it keeps what it had, and notices nothing. */
export type RuleOutcome = RuleChange | null;

export interface RuleChange {
  /** Undefined: nothing to keep. */
  readonly memory: RuleMemory | undefined;
  readonly hits: readonly RuleHit[];
  readonly overspeeds?: readonly OverspeedStep[];
}

const NO_HITS: readonly RuleHit[] = [];
/** Nothing to keep, no notice. */
export const FORGET: RuleChange = { memory: undefined, hits: NO_HITS };

/** The check of one rule. Both methods are pure. Most calls change nothing, and then create nothing. */
export interface Evaluator {
  onReport(step: RuleStep, memory: RuleMemory | undefined): RuleOutcome;
  /** For rules that notice the absence of reports or the passing of time. */
  onTick?(tick: RuleTick, memory: RuleMemory | undefined): RuleOutcome;
}
