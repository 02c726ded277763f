import { emergencyOf } from '../aviation/emergency.ts';
import type { NoticeType } from '../notices/notice-type.ts';
import type { AttributeValue, Report } from '../reports/report.ts';
import type { EmergencyMemory, TrackerMemory } from './tracker-state.ts';

const MINUTE = 60_000;

/**
 * An alarm that recurs within this time belongs to the same episode: devices repeat alarms, interleaved with ordinary
 * reports.
 */
export const EPISODE_GAP = 5 * MINUTE;
/** The same for LOWPOWER of a device that sends no percentage: one discharge is one episode. */
export const LOWPOWER_GAP = 6 * 60 * MINUTE;
/** An alarm that arrives later than this creates no notice. */
const MAX_ALARM_AGE = 30 * MINUTE;
/** The limit for SOS is longer: a device may come back into coverage hours after the call for help. */
const MAX_SOS_AGE = 24 * 60 * MINUTE;
/** An SOS ends when the device has reported without it for this long, unless a user clears it earlier. */
export const SOS_CLEAR_AFTER = 60 * MINUTE;
/** Percentages at which a battery counts as low, and as charged again. */
export const LOW_BATTERY = 20;
export const RECOVERED_BATTERY = 30;

export type AlarmMemory = Pick<
  TrackerMemory,
  'sos' | 'sosLift' | 'lowBattery' | 'alarms' | 'emergency' | 'reportedAt'
>;

export interface AlarmStep {
  readonly memory: Omit<AlarmMemory, 'reportedAt'>;
  /** Alarms that start with this report: one event per episode. */
  readonly started: readonly NoticeType[];
}

const NONE: AlarmMemory['alarms'] = {};

/**
 * Updates the alarms after a report that is newer than all previous ones. `knownBattery` is the newest percentage, from this
 * report or an earlier one.
 */
export function updateAlarms(
  previous: AlarmMemory,
  report: Report,
  knownBattery: number | null,
  receivedAt: number,
): AlarmStep {
  const { time } = report;
  const before = report.clearsSos === true ? { ...previous, ...endSos(previous, time) } : previous;
  const started: NoticeType[] = [];

  let alarms = ongoingAlarms(before.alarms, time, before.reportedAt);
  // The SOS was cleared, but the device still reports it: that opens no new one.
  const isCleared =
    before.sosLift !== undefined &&
    report.alarms.includes('SOS') &&
    (before.sosLift.goesOn || time <= before.sosLift.upTo);
  const emergency = nextEmergency(before.emergency, alarms.EMERGENCY !== undefined, report);
  for (const alarm of report.alarms) {
    if (isCleared && alarm === 'SOS') continue;
    const isNew =
      alarms[alarm] === undefined || (alarm === 'EMERGENCY' && emergency?.since !== before.emergency?.since);
    alarms = { ...alarms, [alarm]: time };
    if (isNew && alarm !== 'LOWPOWER') started.push(alarm);
  }

  const low = isBatteryLow(before, alarms, report, knownBattery);
  if (low && !before.lowBattery) started.push('LOWPOWER');
  const sos = isCleared ? before.sos : nextSos(before.sos, report, receivedAt);
  const { sosLift } = before;
  return {
    memory: {
      sos,
      lowBattery: low,
      alarms,
      ...(emergency !== undefined && { emergency }),
      ...(sosLift !== undefined && { sosLift: { ...sosLift, goesOn: sosLift.goesOn && isCleared } }),
    },
    started,
  };
}

/**
 * Handles the start or end of an SOS in a report that is older than other received reports. It opens an SOS, unless that is
 * already known or too old; other alarms of such reports create no events. Null if nothing changes.
 */
export function updateLateSos(before: AlarmMemory, report: Report, receivedAt: number): AlarmStep | null {
  const { time } = report;
  if (report.clearsSos === true) {
    return { memory: { lowBattery: before.lowBattery, ...endSos(before, time) }, started: [] };
  }
  if (!report.alarms.includes('SOS') || receivedAt - time > MAX_SOS_AGE) return null;
  if (before.sosLift !== undefined && time <= before.sosLift.upTo) return null;
  const isKnown =
    before.sos !== null || (before.alarms.SOS ?? Number.NEGATIVE_INFINITY) >= time - EPISODE_GAP;
  if (isKnown) return null;
  return {
    memory: {
      sos: { since: time, last: Math.max(time, before.reportedAt ?? time), openedAt: receivedAt },
      lowBattery: before.lowBattery,
      alarms: { ...before.alarms, SOS: time },
    },
    started: ['SOS'],
  };
}

/**
 * Ends the SOS for the device itself, at `time` by its clock: an SOS from before is over, also one that is received later. The
 * next one is a new SOS, however soon it comes.
 */
function endSos(before: AlarmMemory, time: number): Pick<AlarmMemory, 'sos' | 'sosLift' | 'alarms'> {
  const { sos, sosLift } = before;
  const upTo = Math.max(time, sosLift?.upTo ?? time);
  if (sos !== null && sos.last > time)
    return { sos, sosLift: { upTo, goesOn: false }, alarms: before.alarms };
  const { SOS: _, ...alarms } = before.alarms;
  return { sos: null, sosLift: { upTo, goesOn: false }, alarms };
}

/** The episodes that are still active at `time`. */
function ongoingAlarms(
  alarms: AlarmMemory['alarms'],
  time: number,
  previousReport: number | null,
): AlarmMemory['alarms'] {
  let ongoing = NONE;
  for (const [name, last] of Object.entries(alarms)) {
    const alarm = name as NoticeType;
    const gap = alarm === 'LOWPOWER' ? LOWPOWER_GAP : EPISODE_GAP;
    // It was active in the previous report, however long ago that is, so it never ended.
    if (last === previousReport || time - last <= gap) ongoing = { ...ongoing, [alarm]: last };
  }
  return ongoing;
}

/** Milliseconds after its report up to which an alarm that arrives creates a notice. */
export function maxNoticeAge(alarm: NoticeType): number {
  return alarm === 'SOS' ? MAX_SOS_AGE : MAX_ALARM_AGE;
}

/**
 * Another emergency is another episode, at once. One that ends and begins again within the gap of an episode is the same.
 *
 * @param isOngoing whether an episode of the alarm has not ended
 */
function nextEmergency(
  before: EmergencyMemory | undefined,
  isOngoing: boolean,
  { time, alarms, attributes }: Report,
): EmergencyMemory | undefined {
  const known = isOngoing ? before : undefined;
  if (!alarms.includes('EMERGENCY')) return known === undefined ? undefined : { ...known, ended: true };
  const details = emergencyOf(textOf(attributes.squawk), textOf(attributes.emergency));
  const isSame = known !== undefined && known.details?.kind === details?.kind;
  return { details, since: isSame ? known.since : time, ended: false };
}

/** Protocols without types read a squawk as a number. */
function textOf(value: AttributeValue | undefined): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

function nextSos(
  before: AlarmMemory['sos'],
  { time, alarms }: Report,
  receivedAt: number,
): AlarmMemory['sos'] {
  if (alarms.includes('SOS')) {
    if (before !== null) return { ...before, last: time };
    return receivedAt - time <= MAX_SOS_AGE ? { since: time, last: time, openedAt: receivedAt } : null;
  }
  return before !== null && time - before.last >= SOS_CLEAR_AFTER ? null : before;
}

/**
 * Clears the SOS for a user. Later reports with SOS open no new one until a report comes without it; late reports from before
 * change nothing. Null if there is no SOS, or if it became known only after the user's action: that one is another SOS.
 *
 * @param at epoch milliseconds by the server clock.
 */
export function clearSosMemory(before: AlarmMemory, at: number): AlarmStep['memory'] | null {
  const { sos, reportedAt, lowBattery } = before;
  if (sos === null || (sos.openedAt !== undefined && at < sos.openedAt)) return null;
  // The next one is a new episode, however soon it comes.
  const { SOS: _, ...alarms } = before.alarms;
  return {
    sos: null,
    sosLift: { upTo: Math.max(sos.last, reportedAt ?? sos.last), goesOn: true },
    lowBattery,
    alarms,
  };
}

function isBatteryLow(
  before: AlarmMemory,
  alarms: AlarmMemory['alarms'],
  report: Report,
  knownBattery: number | null,
): boolean {
  if (report.alarms.includes('LOWPOWER')) return true;
  if (report.battery !== null && report.battery <= LOW_BATTERY) return true;
  if (report.battery !== null && report.battery >= RECOVERED_BATTERY) return false;
  // A device that never sends a percentage is recovered when its alarm ends.
  if (knownBattery === null && alarms.LOWPOWER === undefined) return false;
  return before.lowBattery;
}
