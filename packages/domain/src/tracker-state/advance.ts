import { type Crossed, crossFences, type FenceWatch } from '../fences/crossings.ts';
import type { NoticeType } from '../notices/notice-type.ts';
import type { Fix, Report } from '../reports/report.ts';
import { judgeReport, type Rejection, withoutImpossibleValues } from '../reports/report-check.ts';
import { heedAlarms, heedLateSos, liftedSos } from './alarms.ts';
import { type Movement, move } from './movement.ts';
import { judgeStatus, type StatusNotice, type StatusStep } from './status-notices.ts';
import {
  type FenceMemory,
  type Place,
  statusOf,
  type TrackerMemory,
  type TrackerNotice,
  type TrackerState,
} from './tracker-state.ts';

/** A report with a place: what the history keeps. */
export interface LocatedReport extends Report {
  readonly fix: Fix;
}

export interface Advance {
  readonly state: TrackerState;
  readonly notices: readonly TrackerNotice[];
  /** What is to be stored; null for a report without a place, and for a rejected one. */
  readonly position: LocatedReport | null;
  /** Older than a report that was here before it: stored, but the picture stays as it is. */
  readonly late: boolean;
  readonly rejection: Rejection | null;
}

const NOTHING: readonly TrackerNotice[] = [];
const NO_FENCES: readonly FenceMemory[] = [];
const NO_STATUS: readonly StatusNotice[] = [];
/**
 * A tracker that comes back into coverage sends the way it went meanwhile. That it left, or came, is news for as long as
 * an SOS is; what is older is history.
 */
export const CROSSING_AGE = 24 * 60 * 60_000;

/**
 * What one report of a tracker changes. The one way in which a tracker's state grows; pure, so that a batch whose commit
 * failed can be worked out again.
 *
 * @param receivedAt epoch milliseconds of our clock.
 * @param oldest epoch milliseconds before which nothing is kept.
 * @param watch the fences of its account; null: none.
 * @param wanted the notices of its status that somebody of its account wants.
 */
export function advance(
  before: TrackerState,
  sent: Report,
  receivedAt: number,
  oldest: number,
  watch: FenceWatch | null = null,
  wanted: readonly StatusNotice[] = NO_STATUS,
): Advance {
  const heardAt = Math.max(before.heardAt ?? 0, receivedAt);
  const rejection = judgeReport(sent, receivedAt, oldest);
  if (rejection !== null) {
    const state = settle({ ...before, heardAt }, { ...before.memory, silent: false }, receivedAt);
    return { state, notices: NOTHING, position: null, late: false, rejection };
  }

  const report = withoutImpossibleValues(sent);
  const { fix } = report;
  const position = fix === null ? null : { ...report, fix };
  const placed = fix?.valid === true && report.time > (before.place?.time ?? Number.NEGATIVE_INFINITY);
  const newest = report.time > (before.memory.reportedAt ?? Number.NEGATIVE_INFINITY);
  if (!placed && !newest) return late(before, report, position, heardAt, receivedAt);

  const step = placed && fix !== null ? move(before.memory, fix, report.time) : null;
  const here = placed && fix !== null ? placeOf(report.time, fix) : null;
  const crossings = here === null ? null : cross(before, here, watch);
  const fences = crossings === null ? before.memory.fences : crossings.memory;
  const battery = report.battery ?? before.battery;
  const alarmStep = heedAlarms(before.memory, report, battery, receivedAt);
  const movement = movementOf(step?.movement ?? before.memory);
  const { statusNotified } = before.memory;
  const status: StatusStep =
    here === null
      ? { memory: statusNotified === undefined ? {} : { statusNotified }, notice: null }
      : judgeStatus(statusNotified, movement, here.time, receivedAt, wanted);
  const memory: TrackerMemory = {
    ...movement,
    ...alarmStep.memory,
    silent: false,
    ...status.memory,
    reportedAt: Math.max(report.time, before.memory.reportedAt ?? report.time),
    ...(fences !== undefined && fences.length > 0 ? { fences } : undefined),
  };
  const after = {
    place: here ?? before.place,
    battery,
    gsm: report.gsm ?? before.gsm,
    satellites: report.satellites ?? before.satellites,
    mileage: before.mileage + (step?.travelled ?? 0),
    heardAt,
    status: before.status,
    statusSince: before.statusSince,
    memory,
  };
  const state = settle(after, memory, report.time);
  const crossed = toldOf(crossings?.crossed ?? [], here?.speed ?? null, receivedAt);
  const alarms = noticesOf(withStatus(alarmStep.notices, status.notice), state, report);
  const notices = crossed.length === 0 ? alarms : [...alarms, ...crossed];
  return { state, notices, position, late: false, rejection: null };
}

/**
 * What silence changes: a tracker that was not heard of for `offlineAfter` milliseconds is offline. Silence before
 * `listeningSince` does not count, because then it was the server that was away. Null when nothing changes.
 */
export function fallSilent(
  before: TrackerState,
  now: number,
  offlineAfter: number,
  listeningSince: number,
): Pick<Advance, 'state' | 'notices'> | null {
  if (before.memory.silent || before.heardAt === null) return null;
  if (now - Math.max(before.heardAt, listeningSince) < offlineAfter) return null;
  const state = settle(
    before,
    { ...before.memory, silent: true, moving: false, slowSince: null },
    before.heardAt,
  );
  return { state, notices: [noticeOf('OFFLINE', now, state, null)] };
}

/** What a sign of life without a report (a heartbeat) changes. Null when it is not news. */
export function hear(before: TrackerState, receivedAt: number): TrackerState | null {
  if (before.heardAt !== null && receivedAt <= before.heardAt) return null;
  return settle({ ...before, heardAt: receivedAt }, { ...before.memory, silent: false }, receivedAt);
}

/** What it changes that a person ended the SOS of a tracker, `at` epoch milliseconds. Null where it is in none, or in one since then. */
export function liftSos(before: TrackerState, at: number): TrackerState | null {
  const lifted = liftedSos(before.memory, at);
  return lifted === null ? null : settle(before, { ...before.memory, ...lifted }, at);
}

function late(
  before: TrackerState,
  report: Report,
  position: LocatedReport | null,
  heardAt: number,
  receivedAt: number,
): Advance {
  const sos = heedLateSos(before.memory, report, receivedAt);
  const memory = { ...before.memory, ...sos?.memory, silent: false };
  const state = settle({ ...before, heardAt }, memory, sos === null ? receivedAt : report.time);
  const notices = sos === null ? NOTHING : noticesOf(sos.notices, state, report);
  return { state, notices, position, late: true, rejection: null };
}

/** Fences after one more place. What was remembered of fences that are no longer there is forgotten. */
function cross({ place, memory }: TrackerState, here: Place, watch: FenceWatch | null) {
  if (watch === null) return { memory: NO_FENCES, crossed: [] };
  return crossFences(memory.fences ?? NO_FENCES, watch, place, here);
}

function toldOf(
  crossed: readonly Crossed[],
  speed: number | null,
  receivedAt: number,
): readonly TrackerNotice[] {
  const told = crossed.filter(({ fence, direction, place }) => {
    return (fence.notice === 'BOTH' || fence.notice === direction) && receivedAt - place.time <= CROSSING_AGE;
  });
  return told.map(({ fence: { fenceId, fenceName, groupId }, direction, place }) => ({
    noticeType: direction,
    time: place.time,
    latitude: place.latitude,
    longitude: place.longitude,
    battery: null,
    speed,
    fence: { fenceId, fenceName, groupId },
  }));
}

/** Gives the state the status that its memory asks for. */
function settle(state: TrackerState, memory: TrackerMemory, since: number): TrackerState {
  const status = statusOf(memory);
  if (status === state.status) return { ...state, memory };
  // It stands since it was slow, not since that was certain.
  const stoodSince = status === 'STOP' && state.status === 'RUNNING' ? (memory.slowSince ?? since) : since;
  return { ...state, memory, status, statusSince: stoodSince };
}

function movementOf({ moving, anchor, slowSince }: Movement): Movement {
  return { moving, anchor, slowSince };
}

function placeOf(time: number, fix: Fix): Place {
  const { latitude, longitude, altitude, speed, course, accuracy } = fix;
  return { time, latitude, longitude, altitude, speed, course, accuracy };
}

/** A device that says so itself, by an alarm, is not told twice. */
function withStatus(alarms: readonly NoticeType[], status: StatusNotice | null): readonly NoticeType[] {
  return status === null || alarms.includes(status) ? alarms : [...alarms, status];
}

function noticesOf(
  types: readonly NoticeType[],
  state: TrackerState,
  report: Report,
): readonly TrackerNotice[] {
  if (types.length === 0) return NOTHING;
  return types.map((type) => noticeOf(type, report.time, state, report.fix));
}

function noticeOf(noticeType: NoticeType, time: number, state: TrackerState, fix: Fix | null): TrackerNotice {
  const place = fix?.valid === true ? fix : state.place;
  return {
    noticeType,
    time,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    battery: noticeType === 'LOWPOWER' ? state.battery : null,
    speed: place?.speed ?? null,
  };
}
