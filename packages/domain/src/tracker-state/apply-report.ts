import { type CountedCrossing, crossFences, type FenceWatch } from '../fences/crossings.ts';
import type { NoticeType } from '../notices/notice-type.ts';
import type { Fix, Report } from '../reports/report.ts';
import { dropImpossibleValues, type Rejection, validateReport } from '../reports/validate-report.ts';
import { clearSosMemory, updateAlarms, updateLateSos } from './alarms.ts';
import { type Movement, START_SPEED, updateMovement } from './movement.ts';
import { evaluateStatus, type StatusNotice, type StatusStep } from './status-notices.ts';
import {
  type FenceMemory,
  statusOf,
  type TrackerMemory,
  type TrackerNotice,
  type TrackerPosition,
  type TrackerState,
} from './tracker-state.ts';

/** A report with a fix, as it is stored in the history. */
export interface LocatedReport extends Report {
  readonly fix: Fix;
}

export interface ReportOutcome {
  readonly state: TrackerState;
  readonly notices: readonly TrackerNotice[];
  /** What to store; null for a report without a fix and for a rejected one. */
  readonly position: LocatedReport | null;
  /** Whether it is older than an earlier received report: it is stored, but updates the state only with a late SOS. */
  readonly isLate: boolean;
  readonly rejection: Rejection | null;
}

const NO_NOTICES: readonly TrackerNotice[] = [];
const NO_FENCES: readonly FenceMemory[] = [];
const NO_STATUS: readonly StatusNotice[] = [];
/**
 * A tracker that comes back into coverage sends the positions of the time without coverage. Crossings in them create notices up
 * to the same age as an SOS.
 */
export const MAX_CROSSING_AGE = 24 * 60 * 60_000;

/**
 * Applies a report to the state of a tracker. Every report goes through this function. It is pure, so that a batch can be
 * computed again after a failed commit.
 *
 * @param receivedAt epoch milliseconds by the server clock.
 * @param oldest epoch milliseconds before which nothing is stored.
 * @param watch the fences of the account; null: none.
 * @param wantedNotices the status notices that some user of the account has enabled.
 * @param movingSpeed km/h from which a tracker of the account counts as moving.
 */
export function applyReport(
  before: TrackerState,
  rawReport: Report,
  receivedAt: number,
  oldest: number,
  watch: FenceWatch | null = null,
  wantedNotices: readonly StatusNotice[] = NO_STATUS,
  movingSpeed: number = START_SPEED,
): ReportOutcome {
  const lastSeenAt = Math.max(before.lastSeenAt ?? 0, receivedAt);
  const rejection = validateReport(rawReport, receivedAt, oldest);
  if (rejection !== null) {
    const state = withUpdatedStatus(
      { ...before, lastSeenAt },
      { ...before.memory, silent: false },
      receivedAt,
    );
    return { state, notices: NO_NOTICES, position: null, isLate: false, rejection };
  }

  const report = dropImpossibleValues(rawReport);
  const { fix } = report;
  const position = fix === null ? null : { ...report, fix };
  const hasNewPosition =
    fix?.valid === true && report.time > (before.position?.time ?? Number.NEGATIVE_INFINITY);
  const isNewest = report.time > (before.memory.reportedAt ?? Number.NEGATIVE_INFINITY);
  if (!hasNewPosition && !isNewest) return applyLateReport(before, report, position, lastSeenAt, receivedAt);

  const step =
    hasNewPosition && fix !== null ? updateMovement(before.memory, fix, report.time, movingSpeed) : null;
  const here = hasNewPosition && fix !== null ? positionOf(report.time, fix) : null;
  const crossings = here === null ? null : updateFences(before, here, watch);
  const fences = crossings === null ? before.memory.fences : crossings.memory;
  const battery = report.battery ?? before.battery;
  const alarmStep = updateAlarms(before.memory, report, battery, receivedAt);
  const movement = movementOf(step?.movement ?? before.memory);
  const { statusNotified } = before.memory;
  const status: StatusStep =
    here === null
      ? { memory: statusNotified === undefined ? {} : { statusNotified }, notice: null }
      : evaluateStatus(statusNotified, movement, here.time, receivedAt, wantedNotices);
  const memory: TrackerMemory = {
    ...movement,
    ...alarmStep.memory,
    silent: false,
    ...status.memory,
    reportedAt: Math.max(report.time, before.memory.reportedAt ?? report.time),
    ...(fences !== undefined && fences.length > 0 ? { fences } : undefined),
  };
  const after = {
    position: here ?? before.position,
    battery,
    gsm: report.gsm ?? before.gsm,
    satellites: report.satellites ?? before.satellites,
    mileage: before.mileage + (step?.travelled ?? 0),
    activatedAt: before.activatedAt ?? receivedAt,
    lastSeenAt,
    status: before.status,
    statusSince: before.statusSince,
    memory,
  };
  const state = withUpdatedStatus(after, memory, report.time);
  const crossingNotices = toCrossingNotices(crossings?.crossed ?? [], here?.speed ?? null, receivedAt);
  const alarms = noticesOf(addStatusNotice(alarmStep.notices, status.notice), state, report);
  const notices = crossingNotices.length === 0 ? alarms : [...alarms, ...crossingNotices];
  return { state, notices, position, isLate: false, rejection: null };
}

/**
 * Applies a report that was received after the validity of the tracker: its position is stored, and nothing else
 * changes.
 */
export function applyExpiredReport(
  before: TrackerState,
  rawReport: Report,
  receivedAt: number,
  oldest: number,
): ReportOutcome {
  const rejection = validateReport(rawReport, receivedAt, oldest);
  const report = rejection === null ? dropImpossibleValues(rawReport) : null;
  const fix = report?.fix ?? null;
  const position = report === null || fix === null ? null : { ...report, fix };
  return { state: before, notices: NO_NOTICES, position, isLate: false, rejection };
}

/**
 * Sets a tracker offline after `offlineAfter` milliseconds without a message. Time before `onlineSince` does not count, because
 * the server was not running. Null if nothing changes.
 */
export function markInactive(
  before: TrackerState,
  now: number,
  offlineAfter: number,
  onlineSince: number,
): Pick<ReportOutcome, 'state' | 'notices'> | null {
  if (before.memory.silent || before.lastSeenAt === null) return null;
  if (now - Math.max(before.lastSeenAt, onlineSince) < offlineAfter) return null;
  const state = withUpdatedStatus(
    before,
    { ...before.memory, silent: true, moving: false, slowSince: null },
    before.lastSeenAt,
  );
  return { state, notices: [noticeOf('OFFLINE', now, state, null)] };
}

/**
 * Sets a tracker online that was offline only by a former, shorter `offlineAfter`. Null if nothing changes. It counts as
 * stationary until its next report.
 */
export function markActive(before: TrackerState, now: number, offlineAfter: number): TrackerState | null {
  if (!before.memory.silent || before.lastSeenAt === null) return null;
  if (now - before.lastSeenAt >= offlineAfter) return null;
  return withUpdatedStatus(before, { ...before.memory, silent: false }, before.lastSeenAt);
}

/** Applies a message without a report (a heartbeat). Null if nothing changes. */
export function markSeen(before: TrackerState, receivedAt: number): TrackerState | null {
  if (before.lastSeenAt !== null && receivedAt <= before.lastSeenAt) return null;
  return withUpdatedStatus(
    { ...before, lastSeenAt: receivedAt },
    { ...before.memory, silent: false },
    receivedAt,
  );
}

/** Clears the SOS of a tracker for a user, `at` epoch milliseconds. Null if there is none, or if it started after that. */
export function clearSos(before: TrackerState, at: number): TrackerState | null {
  const cleared = clearSosMemory(before.memory, at);
  return cleared === null ? null : withUpdatedStatus(before, { ...before.memory, ...cleared }, at);
}

function applyLateReport(
  before: TrackerState,
  report: Report,
  position: LocatedReport | null,
  lastSeenAt: number,
  receivedAt: number,
): ReportOutcome {
  const sos = updateLateSos(before.memory, report, receivedAt);
  const memory = { ...before.memory, ...sos?.memory, silent: false };
  const activatedAt = before.activatedAt ?? receivedAt;
  const state = withUpdatedStatus(
    { ...before, activatedAt, lastSeenAt },
    memory,
    sos === null ? receivedAt : report.time,
  );
  const notices = sos === null ? NO_NOTICES : noticesOf(sos.notices, state, report);
  return { state, notices, position, isLate: true, rejection: null };
}

/** Updates the fence states for a new position. The states of deleted fences are dropped. */
function updateFences({ position, memory }: TrackerState, here: TrackerPosition, watch: FenceWatch | null) {
  if (watch === null) return { memory: NO_FENCES, crossed: [] };
  return crossFences(memory.fences ?? NO_FENCES, watch, position, here);
}

function toCrossingNotices(
  crossed: readonly CountedCrossing[],
  speed: number | null,
  receivedAt: number,
): readonly TrackerNotice[] {
  const notified = crossed.filter(({ fence, direction, coordinates }) => {
    return (
      (fence.notice === 'BOTH' || fence.notice === direction) &&
      receivedAt - coordinates.time <= MAX_CROSSING_AGE
    );
  });
  return notified.map(({ fence: { fenceId, fenceName, groupId }, direction, coordinates }) => ({
    noticeType: direction,
    time: coordinates.time,
    latitude: coordinates.latitude,
    longitude: coordinates.longitude,
    battery: null,
    speed,
    fence: { fenceId, fenceName, groupId },
  }));
}

/** Stores the memory in the state, and updates the status accordingly. */
function withUpdatedStatus(state: TrackerState, memory: TrackerMemory, since: number): TrackerState {
  const status = statusOf(memory);
  if (status === state.status) return { ...state, memory };
  // It has been stationary since it became slow, not since that was confirmed.
  const stationarySince =
    status === 'STOP' && state.status === 'RUNNING' ? (memory.slowSince ?? since) : since;
  return { ...state, memory, status, statusSince: stationarySince };
}

function movementOf({ moving, anchor, slowSince }: Movement): Movement {
  return { moving, anchor, slowSince };
}

function positionOf(time: number, fix: Fix): TrackerPosition {
  const { latitude, longitude, altitude, speed, course, accuracy } = fix;
  return { time, latitude, longitude, altitude, speed, course, accuracy };
}

/** Adds the status notice unless the device reports the same as an alarm. */
function addStatusNotice(alarms: readonly NoticeType[], status: StatusNotice | null): readonly NoticeType[] {
  return status === null || alarms.includes(status) ? alarms : [...alarms, status];
}

function noticesOf(
  types: readonly NoticeType[],
  state: TrackerState,
  report: Report,
): readonly TrackerNotice[] {
  if (types.length === 0) return NO_NOTICES;
  return types.map((type) => noticeOf(type, report.time, state, report.fix));
}

function noticeOf(noticeType: NoticeType, time: number, state: TrackerState, fix: Fix | null): TrackerNotice {
  const source = fix?.valid === true ? fix : state.position;
  return {
    noticeType,
    time,
    latitude: source?.latitude ?? null,
    longitude: source?.longitude ?? null,
    battery: noticeType === 'LOWPOWER' ? state.battery : null,
    speed: source?.speed ?? null,
  };
}
