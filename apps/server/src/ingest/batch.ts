import { isExpired } from '@wakeline/domain/devices/validity';
import type { FenceWatch } from '@wakeline/domain/fences/crossings';
import {
  applyExpiredReport,
  applyReport,
  clearSos,
  markActive,
  markInactive,
  markSeen,
  type ReportOutcome,
} from '@wakeline/domain/tracker-state/apply-report';
import { NEVER_REPORTED, type TrackerNotice } from '@wakeline/domain/tracker-state/tracker-state';
import type { NoticeToLog } from '../db/account-log.ts';
import { PositionColumns } from '../positions/insert.ts';
import { oldestTime } from '../positions/oldest-time.ts';
import type { RegisteredTracker } from './registry.ts';
import { RejectedReports } from './rejected-reports.ts';
import type { ReportsItem } from './report-item.ts';
import type { StoredState } from './state-table.ts';

/** The first crossings that one report, and one account in one batch, can raise as notices. The rest are counted. */
export const MAX_CROSSINGS_PER_REPORT = 100;
export const MAX_CROSSINGS_PER_BATCH = 1_000;

export type StateView = (trackerId: number) => StoredState | undefined;
/** Returns the fences that watch a tracker. */
export type FenceView = (tracker: RegisteredTracker) => FenceWatch | null;

/**
 * The changes that one transaction will make. They are computed while items arrive, on top of the states that earlier
 * commits leave. Nothing is visible elsewhere before the batch is committed. It is made from `items` alone, so it can
 * be rebuilt after a failure.
 */
export class Batch {
  readonly items: ReportsItem[] = [];
  readonly positions = new PositionColumns();
  readonly states = new Map<number, StoredState>();
  /** The trackers among `states` whose states are the previous ones, because only reports after their validity came. */
  readonly unchanged = new Set<number>();
  readonly notices: NoticeToLog[] = [];
  /** Trackers whose SOS a person cleared, with the time: this batch completes their rows of `sos_lift`. */
  readonly clearedSos = new Map<number, number>();
  reports = 0;
  late = 0;
  withoutFix = 0;
  /** Crossings that raise no notice because there were too many. */
  suppressedCrossings = 0;
  readonly #previousState: StateView;
  readonly #fences: FenceView;
  /** Number of crossing notices, by account. */
  readonly #crossings = new Map<number, number>();
  #rejected = new RejectedReports();

  constructor(previous: StateView, fences: FenceView) {
    this.#previousState = previous;
    this.#fences = fences;
  }

  /** Reports that are not stored as positions but set aside with bytes and reason. */
  get rejected(): RejectedReports {
    return this.#rejected;
  }

  /** Returns the rejected reports and starts with an empty collection. */
  takeRejected(): RejectedReports {
    const rejected = this.#rejected;
    this.#rejected = new RejectedReports();
    return rejected;
  }

  get isEmpty(): boolean {
    return (
      this.items.length === 0 &&
      this.states.size === 0 &&
      this.clearedSos.size === 0 &&
      this.#rejected.isEmpty
    );
  }

  add(item: ReportsItem): void {
    this.items.push(item);
    const { trackerId, account, validUntil } = item.tracker;
    if (isExpired(validUntil, item.receivedAt)) {
      this.#addExpired(item);
      return;
    }
    const stored = this.#stateOf(trackerId, account.accountId);
    const watch = this.#fences(item.tracker);
    const oldest = oldestTime(item.receivedAt, account.retentionDays);
    let { state } = stored;
    for (const report of item.reports) {
      const step = applyReport(
        state,
        report,
        item.receivedAt,
        oldest,
        watch,
        account.statusNotices,
        account.movingSpeed,
      );
      state = step.state;
      this.reports++;
      if (step.isLate) this.late++;
      this.#addPosition(item, step);
      this.#addNotices(stored, step.notices);
    }
    for (const { detail } of item.unreadable) this.#rejected.add(item, 'malformed', detail);
    this.#setState({ ...stored, state });
  }

  /** Adds the positions of reports that were received after the validity of their tracker. Its state stays. */
  #addExpired(item: ReportsItem): void {
    const { trackerId, account } = item.tracker;
    const oldest = oldestTime(item.receivedAt, account.retentionDays);
    const stored = this.states.get(trackerId) ?? this.#previousState(trackerId);
    const state = stored?.state ?? NEVER_REPORTED;
    for (const report of item.reports) {
      this.reports++;
      this.#addPosition(item, applyExpiredReport(state, report, item.receivedAt, oldest));
    }
    for (const { detail } of item.unreadable) this.#rejected.add(item, 'malformed', detail);
    if (this.states.has(trackerId)) return;
    // Written again unchanged: its foreign key rejects the reports of a tracker that was removed meanwhile.
    this.states.set(trackerId, stored ?? { trackerId, accountId: account.accountId, version: 0, state });
    this.unchanged.add(trackerId);
  }

  #addPosition(item: ReportsItem, { position, rejection }: ReportOutcome): void {
    if (rejection !== null) this.#rejected.add(item, rejection);
    else if (position === null) this.withoutFix++;
    else this.positions.add(item.tracker.trackerId, position);
  }

  /** A sign of life without a report. */
  markSeen(trackerId: number, accountId: number, at: number): void {
    const stored = this.#stateOf(trackerId, accountId);
    const state = markSeen(stored.state, at);
    if (state !== null) this.#setState({ ...stored, state });
  }

  /** A person cleared the SOS of a tracker, `at` epoch milliseconds. */
  clearSos(trackerId: number, accountId: number, at: number): void {
    this.clearedSos.set(trackerId, Math.max(at, this.clearedSos.get(trackerId) ?? at));
    const stored = this.#stateOf(trackerId, accountId);
    const state = clearSos(stored.state, at);
    if (state !== null) this.#setState({ ...stored, state });
  }

  /**
   * Sets a tracker offline that has been inactive for `offlineAfter` milliseconds, and online again if it is offline
   * only because that time was shorter before.
   */
  applyOfflineThreshold(trackerId: number, now: number, offlineAfter: number, listeningSince: number): void {
    const previous = this.states.get(trackerId) ?? this.#previousState(trackerId);
    if (previous === undefined) return;
    const step = markInactive(previous.state, now, offlineAfter, listeningSince);
    const state = step?.state ?? markActive(previous.state, now, offlineAfter);
    if (state === null) return;
    const stored = this.#stateOf(trackerId, previous.accountId);
    this.#setState({ ...stored, state });
    if (step !== null) this.#addNotices(stored, step.notices);
  }

  #stateOf(trackerId: number, accountId: number): StoredState {
    const changed = this.states.get(trackerId);
    if (changed !== undefined && !this.unchanged.has(trackerId)) return changed;
    const previous = this.#previousState(trackerId);
    return {
      trackerId,
      accountId,
      version: (previous?.version ?? 0) + 1,
      state: previous?.state ?? NEVER_REPORTED,
    };
  }

  #setState(stored: StoredState): void {
    this.states.set(stored.trackerId, stored);
    this.unchanged.delete(stored.trackerId);
  }

  #addNotices({ trackerId, accountId }: StoredState, notices: readonly TrackerNotice[]): void {
    let reportCrossings = 0;
    for (const notice of notices) {
      if (notice.fence !== undefined && !this.#canAddCrossing(accountId, reportCrossings++))
        this.suppressedCrossings++;
      else this.notices.push({ accountId, trackerId, notice });
    }
  }

  #canAddCrossing(accountId: number, reportCrossings: number): boolean {
    const accountCrossings = this.#crossings.get(accountId) ?? 0;
    if (reportCrossings >= MAX_CROSSINGS_PER_REPORT || accountCrossings >= MAX_CROSSINGS_PER_BATCH)
      return false;
    this.#crossings.set(accountId, accountCrossings + 1);
    return true;
  }
}
