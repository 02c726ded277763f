import { type AlarmStep, heedAlarms, heedLateSos } from './alarms.ts';
import { move } from './movement.ts';
import type { NoticeType } from './notice-type.ts';
import type { Fix, Report } from './report.ts';
import { judgeReport, type Rejection, withoutImpossibleValues } from './report-check.ts';
import {
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

/**
 * What one report of a tracker changes. The one way in which a tracker's state grows; pure, so that a batch whose commit
 * failed can be worked out again.
 *
 * @param receivedAt epoch milliseconds of our clock.
 * @param oldest epoch milliseconds before which nothing is kept.
 */
export function advance(before: TrackerState, sent: Report, receivedAt: number, oldest: number): Advance {
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
  const battery = report.battery ?? before.battery;
  const alarmStep = heedAlarms(before.memory, report, battery, receivedAt);
  const memory: TrackerMemory = {
    ...(step?.movement ?? movementOf(before.memory)),
    ...alarmStep.memory,
    silent: false,
    reportedAt: Math.max(report.time, before.memory.reportedAt ?? report.time),
  };
  const after = {
    place: placed && fix !== null ? placeOf(report.time, fix) : before.place,
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
  return { state, notices: noticesOf(alarmStep, state, report), position, late: false, rejection: null };
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
  const notices = sos === null ? NOTHING : noticesOf(sos, state, report);
  return { state, notices, position, late: true, rejection: null };
}

/** Gives the state the status that its memory asks for. */
function settle(state: TrackerState, memory: TrackerMemory, since: number): TrackerState {
  const status = statusOf(memory);
  if (status === state.status) return { ...state, memory };
  // It stands since it was slow, not since that was certain.
  const stoodSince = status === 'STOP' && state.status === 'RUNNING' ? (memory.slowSince ?? since) : since;
  return { ...state, memory, status, statusSince: stoodSince };
}

function movementOf({ moving, anchor, slowSince }: TrackerMemory) {
  return { moving, anchor, slowSince };
}

function placeOf(time: number, fix: Fix): Place {
  const { latitude, longitude, altitude, speed, course, accuracy } = fix;
  return { time, latitude, longitude, altitude, speed, course, accuracy };
}

function noticesOf(step: AlarmStep, state: TrackerState, report: Report): readonly TrackerNotice[] {
  if (step.notices.length === 0) return NOTHING;
  return step.notices.map((type) => noticeOf(type, report.time, state, report.fix));
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
