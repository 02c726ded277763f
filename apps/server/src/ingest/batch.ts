import type { FenceWatch } from '@wakeline/domain/fences/crossings';
import { advance, fallSilent, hear, liftSos } from '@wakeline/domain/tracker-state/advance';
import { type TrackerNotice, UNHEARD } from '@wakeline/domain/tracker-state/tracker-state';
import { PositionColumns } from '../positions/insert.ts';
import { oldestTime } from '../positions/oldest-time.ts';
import type { NoticeToLog } from './account-log.ts';
import type { RegisteredTracker } from './registry.ts';
import { RejectedReports } from './rejected-reports.ts';
import type { ReportsItem } from './report-item.ts';
import type { HeldState } from './state-table.ts';

/** Crossings of fences that one report tells, and that one batch tells of one account: the first; what is beyond is counted. */
export const CROSSINGS_OF_REPORT = 100;
export const CROSSINGS_OF_BATCH = 1_000;

export type StateView = (trackerId: number) => HeldState | undefined;
/** The fences that watch a tracker. */
export type FenceView = (tracker: RegisteredTracker) => FenceWatch | null;

/**
 * What one transaction will change. It is worked out while items arrive, on top of the states that earlier commits leave; nothing
 * of it is seen elsewhere before its own commit. Made from `items` alone, so it can be made again after a failure.
 */
export class Batch {
  readonly items: ReportsItem[] = [];
  readonly positions = new PositionColumns();
  readonly states = new Map<number, HeldState>();
  readonly notices: NoticeToLog[] = [];
  /** Trackers whose SOS a person ended, with when: their rows of `sos_lift` are done with this batch. */
  readonly lifted = new Map<number, number>();
  reports = 0;
  late = 0;
  withoutPlace = 0;
  /** Crossings of fences that are not told: there were too many. */
  untold = 0;
  readonly #before: StateView;
  readonly #fences: FenceView;
  /** Crossings that are told, by account. */
  readonly #crossings = new Map<number, number>();
  #rejected = new RejectedReports();

  constructor(before: StateView, fences: FenceView) {
    this.#before = before;
    this.#fences = fences;
  }

  /** What is set aside: not as positions, but with bytes and reason. */
  get rejected(): RejectedReports {
    return this.#rejected;
  }

  /** Hands it over, to be kept elsewhere. */
  takeRejected(): RejectedReports {
    const rejected = this.#rejected;
    this.#rejected = new RejectedReports();
    return rejected;
  }

  get isEmpty(): boolean {
    return (
      this.items.length === 0 && this.states.size === 0 && this.lifted.size === 0 && this.#rejected.isEmpty
    );
  }

  add(item: ReportsItem): void {
    this.items.push(item);
    const { trackerId, account } = item.tracker;
    const held = this.#held(trackerId, account.accountId);
    const watch = this.#fences(item.tracker);
    const oldest = oldestTime(item.receivedAt, account.retentionDays);
    let { state } = held;
    for (const report of item.reports) {
      const step = advance(state, report, item.receivedAt, oldest, watch, account.statusNotices);
      state = step.state;
      this.reports++;
      if (step.late) this.late++;
      if (step.rejection !== null) this.#rejected.add(item, step.rejection);
      else if (step.position === null) this.withoutPlace++;
      else this.positions.add(trackerId, step.position);
      this.#tell(held, step.notices);
    }
    for (const { detail } of item.unreadable) this.#rejected.add(item, 'malformed', detail);
    this.states.set(trackerId, { ...held, state });
  }

  /** A sign of life without a report. */
  hear(trackerId: number, accountId: number, at: number): void {
    const held = this.#held(trackerId, accountId);
    const state = hear(held.state, at);
    if (state !== null) this.states.set(trackerId, { ...held, state });
  }

  /** A person ended the SOS of a tracker, `at` epoch milliseconds. */
  liftSos(trackerId: number, accountId: number, at: number): void {
    this.lifted.set(trackerId, Math.max(at, this.lifted.get(trackerId) ?? at));
    const held = this.#held(trackerId, accountId);
    const state = liftSos(held.state, at);
    if (state !== null) this.states.set(trackerId, { ...held, state });
  }

  fallSilent(trackerId: number, now: number, offlineAfter: number, listeningSince: number): void {
    const before = this.states.get(trackerId) ?? this.#before(trackerId);
    if (before === undefined) return;
    const step = fallSilent(before.state, now, offlineAfter, listeningSince);
    if (step === null) return;
    const held = this.#held(trackerId, before.accountId);
    this.states.set(trackerId, { ...held, state: step.state });
    this.#tell(held, step.notices);
  }

  #held(trackerId: number, accountId: number): HeldState {
    const own = this.states.get(trackerId);
    if (own !== undefined) return own;
    const before = this.#before(trackerId);
    return {
      trackerId,
      accountId,
      version: (before?.version ?? 0) + 1,
      state: before?.state ?? UNHEARD,
    };
  }

  #tell({ trackerId, accountId }: HeldState, notices: readonly TrackerNotice[]): void {
    let ofReport = 0;
    for (const notice of notices) {
      if (notice.fence !== undefined && !this.#mayTellCrossing(accountId, ofReport++)) this.untold++;
      else this.notices.push({ accountId, trackerId, notice });
    }
  }

  #mayTellCrossing(accountId: number, ofReport: number): boolean {
    const ofAccount = this.#crossings.get(accountId) ?? 0;
    if (ofReport >= CROSSINGS_OF_REPORT || ofAccount >= CROSSINGS_OF_BATCH) return false;
    this.#crossings.set(accountId, ofAccount + 1);
    return true;
  }
}
