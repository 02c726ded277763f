import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { AlarmMeaning, Profile } from './vendor.ts';

/**
 * Alarm word of a location (2013 table 24, 2019 table 24), bit 0 lowest.
 *
 * Bits 15 to 17 are reserved in 2011 and 2013 and defined in 2019. Vendors give them and a few others their own
 * meanings, see `vendor.ts`. A bit without a known meaning for the sender gets no notice and a name with its number.
 */
const STANDARD_ALARMS: ReadonlyMap<number, AlarmMeaning> = new Map<number, AlarmMeaning>([
  [0, { name: 'sos', notice: 'SOS' }],
  [1, { name: 'overspeed', notice: 'OVERSPEED' }],
  [2, { name: 'fatigueDriving', notice: null }],
  [3, { name: 'dangerousDriving', notice: null }],
  [4, { name: 'gnssFault', notice: null }],
  [5, { name: 'antennaCut', notice: null }],
  [6, { name: 'antennaShort', notice: null }],
  [7, { name: 'lowPower', notice: 'LOWPOWER' }],
  [8, { name: 'powerCut', notice: 'OUTAGE' }],
  [9, { name: 'displayFault', notice: null }],
  [10, { name: 'speechFault', notice: null }],
  [11, { name: 'cameraFault', notice: null }],
  [12, { name: 'cardReaderFault', notice: null }],
  [13, { name: 'overspeedWarning', notice: null }],
  [14, { name: 'fatigueWarning', notice: null }],
  [18, { name: 'drivingTooLong', notice: null }],
  [19, { name: 'parkedTooLong', notice: null }],
  [20, { name: 'area', notice: null }],
  [21, { name: 'route', notice: null }],
  [22, { name: 'roadTime', notice: null }],
  [23, { name: 'offRoute', notice: 'YAW' }],
  [24, { name: 'speedSensorFault', notice: null }],
  [25, { name: 'fuelAbnormal', notice: null }],
  [26, { name: 'stolen', notice: null }],
  [27, { name: 'illegalIgnition', notice: null }],
  [28, { name: 'illegalMove', notice: 'VIBRATION' }],
  [29, { name: 'collision', notice: 'VIBRATION' }],
  [30, { name: 'rollover', notice: 'VIBRATION' }],
  [31, { name: 'doorForced', notice: null }],
]);

const ALARMS_2019: ReadonlyMap<number, AlarmMeaning> = new Map<number, AlarmMeaning>([
  [15, { name: 'drivingViolation', notice: null }],
  [16, { name: 'tyrePressure', notice: null }],
  [17, { name: 'blindSpotRight', notice: null }],
]);

/** Names that add nothing to their notice. */
const REDUNDANT_NAMES: ReadonlySet<string> = new Set([
  'sos',
  'overspeed',
  'lowPower',
  'batteryLow',
  'powerCut',
  'offRoute',
  'vibration',
  'removed',
]);

const AREA_BIT = 20;
const ROUTE_BIT = 21;
/** Bits used for encoding the alarms of a report. */
const ENCODED_BITS: readonly (readonly [bit: number, notice: NoticeType])[] = [
  [0, 'SOS'],
  [1, 'OVERSPEED'],
  [7, 'LOWPOWER'],
  [8, 'OUTAGE'],
  [23, 'YAW'],
  [28, 'VIBRATION'],
];

export type Crossing = 'in' | 'out';

/** Alarms of one report, from the alarm word and from items; each once, in their order. Most reports have none. */
export class Alarms {
  readonly #notices: NoticeType[] = [];
  readonly #names: string[] = [];

  add({ name, notice }: AlarmMeaning): void {
    if (notice !== null) this.addNotice(notice);
    if (!REDUNDANT_NAMES.has(name) && !this.#names.includes(name)) this.#names.push(name);
  }

  addNotice(notice: NoticeType): void {
    if (!this.#notices.includes(notice)) this.#notices.push(notice);
  }

  get notices(): readonly NoticeType[] {
    return this.#notices;
  }

  /** Alarm names that add to the notices, joined by commas; may be empty. */
  get names(): string {
    return this.#names.join(',');
  }
}

/** Adds the alarms of the alarm word. Crossing an area or route without a known direction only adds a name. */
export function readAlarmWord(
  word: number,
  crossing: Crossing | null,
  profile: Profile,
  alarms: Alarms,
): void {
  if (word === 0) return;
  for (let bit = 0; bit < 32; bit++) {
    if ((word & (1 << bit)) === 0) continue;
    if ((bit === AREA_BIT || bit === ROUTE_BIT) && crossing !== null) {
      alarms.addNotice(crossing === 'in' ? 'IN' : 'OUT');
      continue;
    }
    const meaning =
      profile.vendor?.alarms.get(bit) ??
      (profile.is2019 ? ALARMS_2019.get(bit) : undefined) ??
      STANDARD_ALARMS.get(bit);
    alarms.add(meaning ?? { name: `bit${bit}`, notice: null });
  }
}

/** Encodes the alarms of a report; alarms without a bit are omitted. */
export function toAlarmWord(alarms: readonly NoticeType[]): number {
  let word = 0;
  for (const [bit, notice] of ENCODED_BITS) if (alarms.includes(notice)) word |= 1 << bit;
  if (crossingOf(alarms) !== null) word |= 1 << AREA_BIT;
  return word >>> 0;
}

export function crossingOf(alarms: readonly NoticeType[]): Crossing | null {
  if (alarms.includes('IN')) return 'in';
  return alarms.includes('OUT') ? 'out' : null;
}
