import type { MovementChange } from '../activity/follow-activity.ts';
import { ALTITUDE_KINDS, altitudeKindOf } from '../aviation/altitude-kind.ts';
import type { TrackerEvent } from '../events/tracker-event.ts';
import {
  type CountedCrossing,
  type CrossingStep,
  crossFences,
  type FenceWatch,
} from '../fences/crossings.ts';
import { FenceIndex } from '../fences/fence-index.ts';
import type { FenceVisit } from '../fences/visit.ts';
import type { NoticeType } from '../notices/notice-type.ts';
import type { OverspeedStep } from '../overspeed/overspeed.ts';
import type { Writable } from '../positions/columns.ts';
import type { Fix, Report } from '../reports/report.ts';
import { dropImpossibleValues, type Rejection, validateReport } from '../reports/validate-report.ts';
import { updateAlarms, updateLateSos } from './alarms.ts';
import { onlineEvents } from './connection.ts';
import { type IgnitionStep, updateIgnition } from './ignition.ts';
import { type Movement, START_SPEED, updateMovement } from './movement.ts';
import { alarmNotices, crossingEvent, crossingNotices, movementNotices } from './notices.ts';
import type { StatusNotice } from './status-notices.ts';
import type {
  FenceMemory,
  TrackerMemory,
  TrackerNotice,
  TrackerPosition,
  TrackerState,
} from './tracker-state.ts';
import { updateTravel } from './travel.ts';
import { withUpdatedStatus } from './with-status.ts';

/** A report with a fix, as it is stored in the history. */
export interface LocatedReport extends Report {
  readonly fix: Fix;
}

export interface ReportOutcome {
  readonly state: TrackerState;
  /** What began or ended, in time order, whatever users want to be notified of. */
  readonly events: readonly TrackerEvent[];
  readonly notices: readonly TrackerNotice[];
  /** What to store; null for a report without a fix and for a rejected one. */
  readonly position: LocatedReport | null;
  /** Whether it is older than an earlier received report: it is stored, but updates the state only with a late SOS. */
  readonly isLate: boolean;
  readonly rejection: Rejection | null;
  /** How a new position changed movement and trip; null: there is none. */
  readonly motion: MovementChange | null;
  /** Visits of fences that ended. */
  readonly visits?: readonly FenceVisit[];
  /** Times above a limit that have lasted for long enough, or ended. */
  readonly overspeeds?: readonly OverspeedStep[];
}

type AlarmEvent = Extract<TrackerEvent, { kind: 'alarm' | 'battery-low' }>;

const NO_EVENTS: readonly TrackerEvent[] = [];
const NO_NOTICES: readonly TrackerNotice[] = [];
const NO_FENCES: readonly FenceMemory[] = [];
const NO_CROSSINGS: readonly CountedCrossing[] = [];
const NO_STEP: CrossingStep = { memory: NO_FENCES, crossed: NO_CROSSINGS, visits: [] };
const NO_WATCH: FenceWatch = { index: new FenceIndex([]), groupId: null };
const NO_CHANGES: Pick<ReportOutcome, 'events' | 'notices'> = { events: NO_EVENTS, notices: NO_NOTICES };
const NO_STATUS: readonly StatusNotice[] = [];

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
    const memory = { ...before.memory, silent: false };
    const state = withUpdatedStatus({ ...before, lastSeenAt }, memory, receivedAt);
    const events = onlineEvents(before, state, receivedAt);
    return { state, events, notices: NO_NOTICES, position: null, isLate: false, rejection, motion: null };
  }

  const report = dropImpossibleValues(rawReport);
  const { fix } = report;
  const position = isLocated(report) ? report : null;
  const hasNewPosition =
    fix?.valid === true && report.time > (before.position?.time ?? Number.NEGATIVE_INFINITY);
  const isNewest = report.time > (before.memory.reportedAt ?? Number.NEGATIVE_INFINITY);
  if (!hasNewPosition && !isNewest) return applyLateReport(before, report, position, lastSeenAt, receivedAt);

  const motion =
    hasNewPosition && fix !== null ? updateMotion(before, report.time, fix, watch, movingSpeed) : null;
  const { travel, fences } = motion ?? before.memory;
  const battery = report.battery ?? before.battery;
  const alarmStep = updateAlarms(before.memory, report, battery, receivedAt);
  const ignitionStep = isNewest
    ? updateIgnition(before.memory.ignition, report)
    : { ignition: before.memory.ignition, event: null };
  const { moving, anchor, slowSince } = motion?.movement ?? before.memory;
  const { sos, lowBattery, alarms, emergency, sosLift } = alarmStep.memory;
  const { rules, plane, activity, overspeed } = before.memory;
  const { ignition } = ignitionStep;
  // Without spread: every report creates one.
  const memory: Writable<TrackerMemory> = {
    moving,
    anchor,
    slowSince,
    sos,
    lowBattery,
    alarms,
    silent: false,
    reportedAt: Math.max(report.time, before.memory.reportedAt ?? report.time),
  };
  if (emergency !== undefined) memory.emergency = emergency;
  if (sosLift !== undefined) memory.sosLift = sosLift;
  if (isUnconfirmed(before.memory, motion?.movement ?? null)) memory.unconfirmed = true;
  if (travel !== undefined) memory.travel = travel;
  else if (before.memory.statusNotified !== undefined) memory.statusNotified = before.memory.statusNotified;
  if (ignition !== undefined) memory.ignition = ignition;
  if (fences !== undefined && fences.length > 0) memory.fences = fences;
  if (rules !== undefined) memory.rules = rules;
  if (plane !== undefined) memory.plane = plane;
  if (activity !== undefined) memory.activity = activity;
  if (overspeed !== undefined) memory.overspeed = overspeed;
  const after: TrackerState = {
    position: motion?.here ?? before.position,
    battery,
    gsm: report.gsm ?? before.gsm,
    satellites: report.satellites ?? before.satellites,
    mileage: motion?.mileage ?? before.mileage,
    activatedAt: before.activatedAt ?? receivedAt,
    lastSeenAt,
    status: before.status,
    statusSince: before.statusSince,
    memory,
  };
  const state = withUpdatedStatus(after, memory, report.time);

  const changes = { motion, alarms: alarmStep.started, ignition: ignitionStep.event };
  const { events, notices } = outcomeOf(before, state, report, changes, receivedAt, wantedNotices);
  const visits = motion === null || motion.visits.length === 0 ? undefined : { visits: motion.visits };
  return { state, events, notices, position, isLate: false, rejection: null, motion, ...visits };
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
  const position = report !== null && isLocated(report) ? report : null;
  return {
    state: before,
    events: NO_EVENTS,
    notices: NO_NOTICES,
    position,
    isLate: false,
    rejection,
    motion: null,
  };
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
  const source = report.fix?.valid === true ? report.fix : state.position;
  const moment = momentOf(report.time, source);
  const alarms = alarmEvents(sos?.started ?? [], state, moment);
  // Of late alarms, only an SOS counts.
  const notices = alarmNotices(alarms, { time: report.time, source, receivedAt }, null);
  const cleared = clearedEvents(before, state, moment);
  const events = inTimeOrder([...onlineEvents(before, state, receivedAt), ...alarms, ...cleared]);
  return { state, events, notices, position, isLate: true, rejection: null, motion: null };
}

/** What a report that is not late changed. */
interface ReportChanges {
  /** Null: it has no valid fix newer than the previous ones. */
  readonly motion: ReturnType<typeof updateMotion> | null;
  /** The alarms that started. */
  readonly alarms: readonly NoticeType[];
  readonly ignition: IgnitionStep['event'];
}

/** The events of a report, in time order, and the notices that derive from them. */
function outcomeOf(
  before: TrackerState,
  state: TrackerState,
  { time, fix }: Report,
  { motion, alarms: started, ignition }: ReportChanges,
  receivedAt: number,
  wantedNotices: readonly StatusNotice[],
): Pick<ReportOutcome, 'events' | 'notices'> {
  const isSosCleared = before.memory.sos !== null && state.memory.sos === null;
  const online = onlineEvents(before, state, receivedAt);
  const crossed = motion?.crossed ?? NO_CROSSINGS;
  const travelEvent = motion?.event ?? null;
  const count = online.length + started.length + crossed.length;
  // Most reports change nothing, and each one comes through here.
  if (count === 0 && travelEvent === null && ignition === null && !isSosCleared) return NO_CHANGES;

  const source = fix?.valid === true ? fix : state.position;
  const moment = momentOf(time, source);
  const context = { time, source, receivedAt };
  const alarms = alarmEvents(started, state, moment);
  const events: TrackerEvent[] = [...online, ...alarms];
  const notices = [...alarmNotices(alarms, context, state.memory.emergency?.details ?? null)];
  if (travelEvent !== null) {
    events.push(travelEvent);
    // The device may report the same as an alarm.
    const wanted = wantedNotices.filter((type) => !started.includes(type));
    notices.push(...movementNotices(travelEvent, wanted, context));
  }
  for (const crossing of crossed) {
    const event = crossingEvent(crossing);
    events.push(event);
    notices.push(...crossingNotices(crossing, event, motion?.here.speed ?? null, receivedAt));
  }
  if (ignition !== null) events.push({ ...moment, ...ignition });
  events.push(...clearedEvents(before, state, moment));
  return { events: inTimeOrder(events), notices };
}

/** What a valid fix changes that is newer than the previous ones: movement, mileage, trip and fences. */
function updateMotion(
  before: TrackerState,
  time: number,
  fix: Fix,
  watch: FenceWatch | null,
  movingSpeed: number,
) {
  const { memory } = before;
  const here = positionOf(time, fix);
  const { movement, travelled, isJump } = updateMovement(memory, fix, time, movingSpeed);
  const mileage = before.mileage + travelled;
  const { travel, event } = updateTravel(
    memory.travel ?? null,
    memory.statusNotified?.moving ?? null,
    movement,
    here,
    { before: before.mileage, after: mileage },
  );
  const { memory: fences, crossed, visits } = updateFences(before, here, mileage, watch);
  return { here, movement, mileage, travelled, isJump, travel, event, fences, crossed, visits };
}

/** Updates the fence states for a new position. The states of deleted fences are dropped. */
function updateFences(
  { position, memory, mileage: before }: TrackerState,
  here: TrackerPosition,
  mileage: number,
  watch: FenceWatch | null,
) {
  const known = memory.fences ?? NO_FENCES;
  if (watch === null && known.length === 0) return NO_STEP;
  return crossFences(known, watch ?? NO_WATCH, position, here, { before, after: mileage });
}

/** A slow fix after silence does not show that the tracker still moves. */
function isUnconfirmed({ unconfirmed }: TrackerMemory, movement: Movement | null): boolean {
  if (unconfirmed !== true) return false;
  return movement === null || (movement.moving && movement.slowSince !== null);
}

function isLocated(report: Report): report is LocatedReport {
  return report.fix !== null;
}

function positionOf(time: number, fix: Fix): TrackerPosition {
  const { latitude, longitude, altitude, speed, course, accuracy } = fix;
  const kind = altitudeKindOf(fix.altitudeKind);
  const position = { time, latitude, longitude, altitude, speed, course, accuracy };
  return altitude === null || kind === ALTITUDE_KINDS.sea ? position : { ...position, altitudeKind: kind };
}

function momentOf(time: number, source: Pick<TrackerPosition, 'latitude' | 'longitude'> | null) {
  return { time, latitude: source?.latitude ?? null, longitude: source?.longitude ?? null };
}

function alarmEvents(
  started: readonly NoticeType[],
  { battery }: TrackerState,
  moment: ReturnType<typeof momentOf>,
): readonly AlarmEvent[] {
  return started.map((noticeType) =>
    noticeType === 'LOWPOWER'
      ? { ...moment, kind: 'battery-low', battery }
      : { ...moment, kind: 'alarm', noticeType },
  );
}

function clearedEvents(
  { memory: { sos } }: TrackerState,
  after: TrackerState,
  moment: ReturnType<typeof momentOf>,
): readonly TrackerEvent[] {
  return sos !== null && after.memory.sos === null
    ? [{ ...moment, kind: 'sos-cleared', since: sos.since }]
    : NO_EVENTS;
}

function inTimeOrder(events: TrackerEvent[]): readonly TrackerEvent[] {
  return events.length < 2 ? events : events.sort((a, b) => a.time - b.time);
}
