// Length: all that a transaction will change is computed in one place, from report to row.
import { applyActivity } from '@wakeline/domain/activity/apply-activity';
import type { DayOf } from '@wakeline/domain/activity/calendar-days';
import type { ActivityMinimums } from '@wakeline/domain/activity/minimums';
import { applyPlane, expirePlane, type Plane, withPlane } from '@wakeline/domain/aviation/apply-plane';
import type { PlaneMemory } from '@wakeline/domain/aviation/plane-memory';
import { isExpired } from '@wakeline/domain/devices/validity';
import type { TrackerEvent } from '@wakeline/domain/events/tracker-event';
import { applyVisitDays } from '@wakeline/domain/fences/apply-visit-days';
import type { FenceWatch } from '@wakeline/domain/fences/crossings';
import { applyDeviceOverspeed } from '@wakeline/domain/overspeed/apply-device-overspeed';
import { openOverspeedsOf } from '@wakeline/domain/overspeed/open-overspeeds';
import type { Report } from '@wakeline/domain/reports/report';
import {
  applyRulesToReport,
  applyRulesToTime,
  type TrackerRules,
} from '@wakeline/domain/rules/apply-to-tracker';
import {
  applyExpiredReport,
  applyReport,
  type LocatedReport,
  type ReportOutcome,
} from '@wakeline/domain/tracker-state/apply-report';
import { clearSos } from '@wakeline/domain/tracker-state/clear-sos';
import {
  markActive,
  markInactive,
  markSeen,
  type StateStep,
} from '@wakeline/domain/tracker-state/connection';
import {
  NEVER_REPORTED,
  type TrackerNotice,
  type TrackerState,
} from '@wakeline/domain/tracker-state/tracker-state';
import type { LegReplacement } from '../aviation/leg-replacements.ts';
import { LegRows } from '../aviation/leg-rows.ts';
import type { NoticeToLog } from '../db/account-log.ts';
import { EventColumns } from '../events/insert.ts';
import { ForwardEntries, type TrackerTargets } from '../forwarding/entries.ts';
import { PositionColumns } from '../positions/insert.ts';
import { LatePositionRows } from '../positions/late-positions.ts';
import { oldestTime } from '../positions/oldest-time.ts';
import { RacePositionEvents } from '../races/race-position-events.ts';
import { DeviceDayRows } from '../reports/device-day-rows.ts';
import { EpisodeRows } from '../reports/episode-rows.ts';
import { toOverspeedRow } from '../reports/overspeed-row.ts';
import { toVisitRow } from '../reports/visit-row.ts';
import { type ActivityReplacement, type FoundActivities, withFollowed } from './activity-replacements.ts';
import type { RegisteredTracker } from './registry.ts';
import { RejectedReports } from './rejected-reports.ts';
import type { ReportsItem } from './report-item.ts';
import type { StoredState } from './state-table.ts';

/** The first crossings that one report, and one account in one batch, can raise as notices. The rest are counted. */
export const MAX_CROSSINGS_PER_REPORT = 100;
export const MAX_CROSSINGS_PER_BATCH = 1_000;
/** The first crossings of one account in one batch that are stored as events. The rest are counted. */
export const MAX_CROSSING_EVENTS_PER_BATCH = 10_000;

export type StateView = (trackerId: number) => StoredState | undefined;
/** What the account of a tracker set up for it. */
export interface SetupView {
  /** The fences that watch a tracker. */
  readonly fences: (tracker: RegisteredTracker) => FenceWatch | null;
  readonly rules: (tracker: RegisteredTracker) => TrackerRules;
  /** The plane that carries a tracker; null: none. */
  readonly plane: (tracker: RegisteredTracker) => Plane | null;
  /** Whether a plane carries or has carried a tracker: late positions may change its legs. */
  readonly wasCarried: (tracker: RegisteredTracker) => boolean;
  /** The days of the time zone of an account, and what trips and stops must reach to be counted. */
  readonly dayOf: (accountId: number) => DayOf;
  readonly minimums: (accountId: number) => ActivityMinimums;
  /** A tracker with the targets to which it is forwarded; null: none. */
  readonly forwarded: (trackerId: number) => ForwardedDevice | null;
  /** Whether a position of a tracker counts in a match. */
  readonly isRacing: (tracker: RegisteredTracker, time: number) => boolean;
}

export interface ForwardedDevice {
  readonly tracker: RegisteredTracker;
  readonly targets: TrackerTargets;
}

/** Legs of a tracker that were found again from its positions. */
export interface FoundLegs extends LegReplacement {
  readonly events: readonly TrackerEvent[];
  /** Epoch milliseconds: the newest position, up to which they were found; null: an older one. */
  readonly newest: number | null;
  /** After `newest`. */
  readonly memory: PlaneMemory | null;
}

/** A moment without a report: epoch milliseconds, and milliseconds of inactivity after which a tracker is offline. */
export interface PassedTime {
  readonly now: number;
  readonly offlineAfter: number;
  readonly listeningSince: number;
}

/**
 * The changes that one transaction will make. They are computed while items arrive, on top of the states that earlier
 * commits leave. Nothing is visible elsewhere before the batch is committed. It is made from `items` alone, so it can
 * be rebuilt after a failure.
 */
export class Batch {
  readonly items: ReportsItem[] = [];
  readonly positions = new PositionColumns();
  readonly events = new EventColumns();
  readonly forwards = new ForwardEntries();
  readonly legs = new LegRows();
  readonly racePositions = new RacePositionEvents();
  /** Late positions of trackers that planes carried. */
  readonly latePositions = new LatePositionRows('leg_recompute');
  /** Activities that ended, and what they add to the days of devices. */
  readonly episodes = new EpisodeRows();
  readonly days = new DeviceDayRows();
  /** Late positions of all trackers. */
  readonly lateDays = new LatePositionRows('day_recompute');
  /** Activities that were found again from late positions. */
  readonly activityReplacements: ActivityReplacement[] = [];
  /** Legs that were found again from late positions. */
  readonly legReplacements: LegReplacement[] = [];
  readonly states = new Map<number, StoredState>();
  /** The trackers among `states` whose states are the previous ones, because only reports after their validity came. */
  readonly unchanged = new Set<number>();
  readonly notices: NoticeToLog[] = [];
  /** Trackers whose SOS a person cleared, with the time: this batch completes their rows of `sos_lift`. */
  readonly clearedSos = new Map<number, number>();
  /** Number of the last message of a stream whose reports it has, together with all earlier ones; null: none. */
  offset: number | null = null;
  reports = 0;
  late = 0;
  withoutFix = 0;
  /** Crossings that raise no notice because there were too many. */
  suppressedCrossings = 0;
  /** Crossings that are not stored as events because there were too many. */
  droppedCrossings = 0;
  readonly #previousState: StateView;
  readonly #setup: SetupView;
  /** Number of crossing notices, by account. */
  readonly #crossings = new Map<number, number>();
  /** Number of crossing events, by account. */
  readonly #crossingEvents = new Map<number, number>();
  #rejected = new RejectedReports();

  constructor(previous: StateView, setup: SetupView) {
    this.#previousState = previous;
    this.#setup = setup;
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
      this.legReplacements.length === 0 &&
      this.activityReplacements.length === 0 &&
      this.offset === null &&
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
    const watch = this.#setup.fences(item.tracker);
    const rules = this.#setup.rules(item.tracker);
    const plane = this.#setup.plane(item.tracker);
    const oldest = oldestTime(item.receivedAt, account.retentionDays);
    let { state } = stored;
    for (const report of item.reports) {
      const applied = applyReport(
        state,
        report,
        item.receivedAt,
        oldest,
        watch,
        account.statusNotices,
        account.movingSpeed,
      );
      const followed = applyActivity(state, applied, account);
      this.episodes.add(trackerId, followed.ended);
      this.days.addFollowed(trackerId, followed, account);
      const visited = applyVisitDays(state, followed.outcome, account.dayOf);
      const flown = applyPlane(state, visited, plane);
      const ruled = applyRulesToReport(state, flown.outcome, report, item.receivedAt, rules);
      const step = applyDeviceOverspeed(state, ruled, item.receivedAt);
      const isNew = isAfterAll(state, report);
      state = step.state;
      this.#addEpisodes(stored, step);
      this.legs.add(trackerId, flown.legs);
      this.reports++;
      if (step.isLate) {
        this.late++;
        if (this.#setup.wasCarried(item.tracker)) this.latePositions.add(trackerId, report.time);
        if (step.position?.fix.valid === true) this.lateDays.add(trackerId, report.time);
      }
      this.#addPosition(item, step, isNew);
      this.#forwardPosition(item, step);
      this.#addEvents(stored, step.events);
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
      this.#addPosition(item, applyExpiredReport(state, report, item.receivedAt, oldest), false);
    }
    for (const { detail } of item.unreadable) this.#rejected.add(item, 'malformed', detail);
    if (this.states.has(trackerId)) return;
    // Written again unchanged: its foreign key rejects the reports of a tracker that was removed meanwhile.
    this.states.set(trackerId, stored ?? { trackerId, accountId: account.accountId, version: 0, state });
    this.unchanged.add(trackerId);
  }

  #addPosition(item: ReportsItem, { position, rejection }: ReportOutcome, isNew: boolean): void {
    if (rejection !== null) this.#rejected.add(item, rejection);
    else if (position === null) this.withoutFix++;
    else this.#storePosition(item.tracker, position, isNew);
  }

  #storePosition(tracker: RegisteredTracker, position: LocatedReport, isNew: boolean): void {
    const { trackerId, account } = tracker;
    this.positions.add(trackerId, position, isNew);
    if (this.#setup.isRacing(tracker, position.time))
      this.racePositions.add(account.accountId, trackerId, position.time);
  }

  /** Positions after the validity of a tracker are stored, but neither displayed nor forwarded. */
  #forwardPosition({ tracker, receivedAt }: ReportsItem, { position, isLate }: ReportOutcome): void {
    if (position === null) return;
    const device = this.#setup.forwarded(tracker.trackerId);
    if (device === null) return;
    const receipt = { receivedAt, isLate };
    this.forwards.addPosition(device.targets.positions, device.tracker, position, receipt);
  }

  /** A sign of life without a report. */
  markSeen(trackerId: number, accountId: number, at: number): void {
    const stored = this.#stateOf(trackerId, accountId);
    this.#applyStep(stored, markSeen(stored.state, at));
  }

  /** A person cleared the SOS of a tracker, `at` epoch milliseconds. */
  clearSos(trackerId: number, accountId: number, at: number): void {
    this.clearedSos.set(trackerId, Math.max(at, this.clearedSos.get(trackerId) ?? at));
    const stored = this.#stateOf(trackerId, accountId);
    this.#applyStep(stored, clearSos(stored.state, at));
  }

  /**
   * Sets a tracker offline that has been inactive for `offlineAfter` milliseconds, and online again if it is offline
   * only because that time was shorter before. Then closes the leg of a lost plane, and applies its rules.
   */
  applyTime(trackerId: number, tracker: RegisteredTracker | undefined, time: PassedTime): void {
    const rules = tracker === undefined ? null : this.#setup.rules(tracker);
    this.#applyOfflineThreshold(trackerId, rules, time);
    this.#expirePlane(trackerId, time.now);
    if (rules === null || !rules.hasTicks) return;
    const previous = this.states.get(trackerId) ?? this.#previousState(trackerId);
    if (previous === undefined) return;
    const step = applyRulesToTime(previous.state, time.now, time.listeningSince, rules);
    if (step === null) return;
    const stored = this.#stateOf(trackerId, previous.accountId);
    this.#applyStep(stored, step);
    this.#addEpisodes(stored, step);
    this.#addNotices(stored, step.notices);
  }

  /** Visits and overspeeds that ended; an overspeed counts on the day of its start as soon as it has lasted for long enough. */
  #addEpisodes(
    { trackerId, accountId }: StoredState,
    { visits, overspeeds }: Pick<ReportOutcome, 'visits' | 'overspeeds'>,
  ): void {
    if (visits === undefined && overspeeds === undefined) return;
    const dayOf = this.#setup.dayOf(accountId);
    for (const visit of visits ?? []) this.episodes.addVisit(trackerId, toVisitRow(visit, accountId, dayOf));
    for (const step of overspeeds ?? []) {
      if (step.kind === 'kept') this.days.addOverspeed(trackerId, dayOf(step.from).day);
      else this.episodes.addOverspeed(trackerId, toOverspeedRow(step.overspeed, step.source, accountId));
    }
  }

  /**
   * Replaces legs by those that were found again.
   *
   * @returns false: the newest position of the tracker is another one by now, so that they are out of date.
   */
  replaceLegs(found: FoundLegs): boolean {
    const { trackerId, newest, memory } = found;
    const previous = this.states.get(trackerId) ?? this.#previousState(trackerId);
    if (previous === undefined) return false;
    const retained = new Set(found.retained);
    if (newest !== null) {
      if (previous.state.position?.time !== newest) return false;
      const known = previous.state.memory.plane;
      if (known !== undefined && known.planeId === memory?.planeId) {
        const stored = this.#stateOf(trackerId, previous.accountId);
        const reports = known.reports;
        this.#setState({ ...stored, state: withPlane(stored.state, { ...memory, reports }) });
      } else if (known !== undefined && known.flight.leg !== null) {
        retained.add(known.flight.leg.startedAt);
      }
    }
    this.legReplacements.push({ ...found, retained });
    this.legs.add(trackerId, found.legs);
    for (const event of found.events) this.events.add(trackerId, previous.accountId, event);
    return true;
  }

  /**
   * Replaces activities by those that were found again.
   *
   * @returns false: the newest position of the tracker is another one by now, so that they are out of date.
   */
  replaceActivities(found: FoundActivities): boolean {
    const { trackerId, accountId, newest, followed, activities } = found;
    const stateNow = () => (this.states.get(trackerId) ?? this.#previousState(trackerId))?.state;
    if (newest !== null) {
      if (stateNow()?.position?.time !== newest) return false;
      const stored = this.#stateOf(trackerId, accountId);
      this.#setState({ ...stored, state: withFollowed(stored.state, followed) });
    }
    this.activityReplacements.push({
      ...found,
      dayOf: this.#setup.dayOf(accountId),
      minimums: this.#setup.minimums(accountId),
      openActivity: () => stateNow()?.memory.activity ?? null,
      openOverspeeds: () => openOverspeedsOf(stateNow()?.memory),
    });
    this.episodes.replace(trackerId, found, activities);
    return true;
  }

  #expirePlane(trackerId: number, now: number): void {
    const previous = this.states.get(trackerId) ?? this.#previousState(trackerId);
    const step = previous === undefined ? null : expirePlane(previous.state, now);
    if (previous === undefined || step === null) return;
    this.#applyStep(this.#stateOf(trackerId, previous.accountId), step);
    this.legs.add(trackerId, step.legs);
  }

  #applyOfflineThreshold(
    trackerId: number,
    rules: TrackerRules | null,
    { now, offlineAfter, listeningSince }: PassedTime,
  ): void {
    const previous = this.states.get(trackerId) ?? this.#previousState(trackerId);
    if (previous === undefined) return;
    const inactive = markInactive(previous.state, now, offlineAfter, listeningSince);
    const step = inactive ?? markActive(previous.state, now, offlineAfter);
    if (step === null) return;
    const stored = this.#stateOf(trackerId, previous.accountId);
    this.#applyStep(stored, step);
    if (inactive !== null && !rules?.replaced.has('OFFLINE')) this.#addNotices(stored, inactive.notices);
  }

  /** Null: nothing changes. */
  #applyStep(stored: StoredState, step: StateStep | null): void {
    if (step === null) return;
    this.#setState({ ...stored, state: step.state });
    this.#addEvents(stored, step.events);
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

  #addEvents({ trackerId, accountId }: StoredState, events: readonly TrackerEvent[]): void {
    if (events.length === 0) return;
    const device = this.#setup.forwarded(trackerId);
    for (const event of events) {
      if ('fence' in event && !this.#canAddCrossingEvent(accountId)) {
        this.droppedCrossings++;
        continue;
      }
      this.events.add(trackerId, accountId, event);
      this.days.addEvent(trackerId, event, this.#setup.dayOf(accountId));
      if (device !== null) this.forwards.addEvent(device.targets.events, device.tracker, event);
    }
  }

  #canAddCrossingEvent(accountId: number): boolean {
    const count = this.#crossingEvents.get(accountId) ?? 0;
    if (count >= MAX_CROSSING_EVENTS_PER_BATCH) return false;
    this.#crossingEvents.set(accountId, count + 1);
    return true;
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

/** Whether a report is newer than all that the tracker sent before: its position cannot be stored already. */
function isAfterAll({ memory: { reportedAt } }: TrackerState, { time }: Report): boolean {
  return reportedAt !== null && Math.trunc(time) > reportedAt;
}
