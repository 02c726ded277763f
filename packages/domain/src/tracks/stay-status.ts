import type { NoticeType } from '../notices/notice-type.ts';
import { LOW_BATTERY } from '../tracker-state/alarms.ts';
import { majorityFlag } from './device-flags.ts';
import type { Stay } from './stays.ts';
import type { Track } from './track.ts';

/** The status of a stay, which determines its icon: `gDeviceStatus` of the contract. docs/development/replay.md has the table. */
export const STAY_STATUS = {
  stationary: 1,
  engineOff: 2,
  engineOn: 3,
  charging: 4,
  lowBattery: 5,
  noFix: 6,
  weakSignal: 7,
  inactive: 8,
  sos: 9,
  alarm: 10,
  inFence: 11,
  atPoint: 12,
  start: 13,
  end: 14,
  drift: 15,
} as const;
export type StayStatus = (typeof STAY_STATUS)[keyof typeof STAY_STATUS];

/** Details of a track besides its columns. Omitted ones are unknown. */
export interface StayDetails {
  /** Alarms of the device with their times, in any order. */
  readonly alarms?: readonly { readonly time: number; readonly type: NoticeType }[];
  /** Whether coordinates lie in a fence, or near a labelled point, that the user can see. */
  readonly isInFence?: (lng: number, lat: number) => boolean;
  readonly isAtPoint?: (lng: number, lat: number) => boolean;
  /** Stationary periods of the correction, by index in the same track. */
  readonly stationaryPeriods?: readonly { readonly from: number; readonly to: number }[];
}

/** A fix needs at least three satellites, and four if the height is unknown. */
const MIN_SATELLITES = 3;
/** Percent: less than one of five bars. */
const WEAK_SIGNAL = 20;

/** Notices that need attention. The others report ordinary events, or what other values of the stay already show. */
export const STAY_ALARMS: ReadonlySet<NoticeType> = new Set([
  'VIBRATION',
  'OUTAGE',
  'TEARDOWN',
  'RISE',
  'YAW',
  'OVERSPEED',
]);

/**
 * Reasons of a status, the most important one first: calls for help or attention, then what makes the stay doubtful or the device
 * fail soon, then the reason of the stay; the end of the track or drift only if nothing else is known.
 */
const PRIORITY = [
  'sos',
  'alarm',
  'inactive',
  'noFix',
  'charging',
  'lowBattery',
  'weakSignal',
  'engineOn',
  'atPoint',
  'inFence',
  'engineOff',
  'start',
  'end',
  'drift',
] as const satisfies readonly (keyof typeof STAY_STATUS)[];

/** The most important status of all that apply. Unknown values do not count. */
export function chooseStayStatus(reasons: Readonly<Record<(typeof PRIORITY)[number], boolean>>): StayStatus {
  return STAY_STATUS[PRIORITY.find((name) => reasons[name]) ?? 'stationary'];
}

/** Whether the last known values of a stay mean that the device has no fix, a low battery or a weak signal. */
export function findWeakness({
  satellites,
  battery,
  gsm,
}: {
  readonly satellites: number | null;
  readonly battery: number | null;
  readonly gsm: number | null;
}): { readonly noFix: boolean; readonly lowBattery: boolean; readonly weakSignal: boolean } {
  return {
    noFix: isBelow(satellites, MIN_SATELLITES),
    lowBattery: battery !== null && battery <= LOW_BATTERY,
    weakSignal: isBelow(gsm, WEAK_SIGNAL),
  };
}

/** The status of a stay of a track: see `chooseStayStatus`. */
export function stayStatus(track: Track, stay: Stay, details: StayDetails = {}): StayStatus {
  const { from, to, lng, lat } = stay;
  const alarmsDuring = (details.alarms ?? []).filter(
    ({ time }) => time >= stay.startTime && time <= stay.endTime,
  );
  const ignition = majorityFlag(track, 'ignition', from, to);
  return chooseStayStatus({
    sos: alarmsDuring.some(({ type }) => type === 'SOS'),
    alarm: alarmsDuring.some(({ type }) => STAY_ALARMS.has(type)),
    inactive: gapDuration(track, from, to) * 2 > stay.endTime - stay.startTime,
    charging: majorityFlag(track, 'charging', from, to) === true,
    ...findWeakness({
      satellites: median(track.satellites, from, to),
      battery: lastKnown(track.battery, from, to),
      gsm: median(track.gsm, from, to),
    }),
    engineOn: ignition === true,
    atPoint: details.isAtPoint?.(lng, lat) === true,
    inFence: details.isInFence?.(lng, lat) === true,
    engineOff: ignition === false,
    start: from === 0,
    end: to === track.length - 1,
    drift: (details.stationaryPeriods ?? []).some((period) => period.from <= to && period.to >= from),
  });
}

/** Total duration of the gaps, milliseconds. */
function gapDuration({ time, gap }: Track, from: number, to: number): number {
  let ms = 0;
  for (let at = from; at < to; at += 1) if (gap[at] === 1) ms += (time[at + 1] ?? 0) - (time[at] ?? 0);
  return ms;
}

function lastKnown(column: Float32Array, from: number, to: number): number | null {
  for (let at = to; at >= from; at -= 1) {
    const value = column[at] ?? Number.NaN;
    if (!Number.isNaN(value)) return value;
  }
  return null;
}

/** The median of the known values. */
function median(column: Float32Array, from: number, to: number): number | null {
  const values = column.slice(from, to + 1).filter((value) => !Number.isNaN(value));
  return values.sort()[values.length >> 1] ?? null;
}

function isBelow(value: number | null, limit: number): boolean {
  return value !== null && value < limit;
}
