import type { NoticeType } from '@wakeline/domain/notice-type';

/**
 * Alarm word of a location (2013 table 24, 2019 table 24), bit 0 lowest. Bits that the product has a notice for:
 *
 * | bit | meaning                                      | notice                                                 |
 * | --- | -------------------------------------------- | ------------------------------------------------------ |
 * | 0   | emergency, the alarm button was pressed      | SOS                                                    |
 * | 1   | over speed                                   | OVERSPEED                                              |
 * | 7   | main power under voltage                     | LOWPOWER                                               |
 * | 8   | main power cut                               | OUTAGE                                                 |
 * | 20  | went into or out of an area                  | IN or OUT, by the direction in item 0x12               |
 * | 21  | went into or out of a route                  | IN or OUT, by the direction in item 0x12               |
 * | 23  | off the route                                | YAW                                                    |
 *
 * All others (fatigue, antenna, tyre pressure, ...) stay in the attribute `alarmBits`, which holds the whole word.
 */
const NOTICES: readonly (readonly [bit: number, notice: NoticeType])[] = [
  [0, 'SOS'],
  [1, 'OVERSPEED'],
  [7, 'LOWPOWER'],
  [8, 'OUTAGE'],
  [23, 'YAW'],
];
const AREA = 20;
const ROUTE = 21;

const NONE: readonly NoticeType[] = [];

export type Crossing = 'in' | 'out';

export function alarmsOf(word: number, crossing: Crossing | null): readonly NoticeType[] {
  if (word === 0) return NONE;
  const alarms: NoticeType[] = [];
  for (const [bit, notice] of NOTICES) if ((word & (1 << bit)) !== 0) alarms.push(notice);
  if (crossing !== null && (word & ((1 << AREA) | (1 << ROUTE))) !== 0) {
    alarms.push(crossing === 'in' ? 'IN' : 'OUT');
  }
  return alarms;
}

/** The word for a report's alarms; an alarm that has no bit is left out. */
export function alarmWord(alarms: readonly NoticeType[]): number {
  let word = 0;
  for (const [bit, notice] of NOTICES) if (alarms.includes(notice)) word |= 1 << bit;
  if (crossingOf(alarms) !== null) word |= 1 << AREA;
  return word >>> 0;
}

export function crossingOf(alarms: readonly NoticeType[]): Crossing | null {
  if (alarms.includes('IN')) return 'in';
  return alarms.includes('OUT') ? 'out' : null;
}
