import type { NoticeType } from '../notices/notice-type.ts';
import { LOW_BATTERY } from '../tracker-state/alarms.ts';
import { majorityFlag } from './device-flags.ts';
import type { Stay } from './stays.ts';
import type { Track } from './track.ts';

/** What is said of a stay, and chooses its icon: the `gDeviceStatus` of the contract. docs/development/replay.md has them as a table. */
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

/** What is known of a track besides its columns. What is left out is not known. */
export interface StayDetails {
  /** Alarms of the device, with their times, in any order. */
  readonly alarms?: readonly { readonly time: number; readonly type: NoticeType }[];
  /** Whether a place lies in a fence, and near a labelled point, of those that whoever looks at it sees. */
  readonly isInFence?: (lng: number, lat: number) => boolean;
  readonly isAtPoint?: (lng: number, lat: number) => boolean;
  /** What the correction gathered, by index in the same track. */
  readonly stationaryPeriods?: readonly { readonly from: number; readonly to: number }[];
}

/** A place needs three satellites at least, and four where the height is not known. */
const MIN_SATELLITES = 3;
/** Percent: below one of five bars. */
const WEAK_SIGNAL = 20;

/** Notices that call for attention. The others tell what goes as it should, or what the stay's other facts say by themselves. */
const ALARMS: ReadonlySet<NoticeType> = new Set([
  'VIBRATION',
  'OUTAGE',
  'TEARDOWN',
  'RISE',
  'YAW',
  'OVERSPEED',
]);

/**
 * The status of a stay: of all that is true of it the one that serves whoever looks at it most. First what calls for help or
 * attention, then what makes the stay doubtful or the device fail soon, then why it stands there; of an ordinary end of a track or drift
 * only when nothing else is known. Unknown values say nothing.
 */
export function stayStatus(track: Track, stay: Stay, details: StayDetails = {}): StayStatus {
  const { from, to, lng, lat } = stay;
  const alarmsDuring = (details.alarms ?? []).filter(
    ({ time }) => time >= stay.startTime && time <= stay.endTime,
  );
  const battery = lastKnown(track.battery, from, to);
  const ignition = majorityFlag(track, 'ignition', from, to);
  const reasons: readonly (readonly [StayStatus, boolean])[] = [
    [STAY_STATUS.sos, alarmsDuring.some(({ type }) => type === 'SOS')],
    [STAY_STATUS.alarm, alarmsDuring.some(({ type }) => ALARMS.has(type))],
    [STAY_STATUS.inactive, gapDuration(track, from, to) * 2 > stay.endTime - stay.startTime],
    [STAY_STATUS.noFix, isBelow(median(track.satellites, from, to), MIN_SATELLITES)],
    [STAY_STATUS.charging, majorityFlag(track, 'charging', from, to) === true],
    [STAY_STATUS.lowBattery, battery !== null && battery <= LOW_BATTERY],
    [STAY_STATUS.weakSignal, isBelow(median(track.gsm, from, to), WEAK_SIGNAL)],
    [STAY_STATUS.engineOn, ignition === true],
    [STAY_STATUS.atPoint, details.isAtPoint?.(lng, lat) === true],
    [STAY_STATUS.inFence, details.isInFence?.(lng, lat) === true],
    [STAY_STATUS.engineOff, ignition === false],
    [STAY_STATUS.start, from === 0],
    [STAY_STATUS.end, to === track.length - 1],
    [
      STAY_STATUS.drift,
      (details.stationaryPeriods ?? []).some((period) => period.from <= to && period.to >= from),
    ],
  ];
  return reasons.find(([, isTrue]) => isTrue)?.[0] ?? STAY_STATUS.stationary;
}

/** Milliseconds of the gaps in it. */
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

/** The median of what is known. */
function median(column: Float32Array, from: number, to: number): number | null {
  const values = column.slice(from, to + 1).filter((value) => !Number.isNaN(value));
  return values.sort()[values.length >> 1] ?? null;
}

function isBelow(value: number | null, limit: number): boolean {
  return value !== null && value < limit;
}
