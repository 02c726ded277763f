import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { ReportDraft } from '../report-draft.ts';

/**
 * Event codes of a position (T622 GPRS protocol V1.2 section 1.5; 44 and from 78 on: as in Traccar). Codes 1 to 16
 * are inputs 1 to 8 turning on and off; input 1 is the SOS button. 35 is the regular position, 34 the reply to A10.
 */
const NOTICES: ReadonlyMap<number, NoticeType> = new Map([
  [1, 'SOS'],
  [17, 'LOWPOWER'],
  [18, 'LOWPOWER'],
  [19, 'OVERSPEED'],
  [20, 'IN'],
  [21, 'OUT'],
  [23, 'OUTAGE'],
  [36, 'VIBRATION'],
  [78, 'VIBRATION'],
]);

/** Events without a notice type. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [24, 'gnssFault'],
  [28, 'antennaCut'],
  [44, 'jamming'],
  [90, 'sharpTurn'],
  [91, 'sharpTurn'],
  [129, 'braking'],
  [130, 'acceleration'],
  [135, 'fatigueDriving'],
]);

const INTERVAL = 35;
/** The text after the position: the card, the picture, the number of the fence. */
const DATA_NAMES: ReadonlyMap<number, string> = new Map([
  [20, 'fence'],
  [21, 'fence'],
  [37, 'driverUniqueId'],
  [39, 'picture'],
]);

export function setEvent({ attributes, alarms }: ReportDraft, code: number): void {
  attributes.event = code;
  const notice = NOTICES.get(code);
  if (notice !== undefined) alarms.push(notice);
  const name = NAMES.get(code);
  if (name !== undefined) attributes.alarmNames = name;
}

/** The name of the attribute for the data of an event. */
export function eventDataName(code: number): string {
  return DATA_NAMES.get(code) ?? 'eventData';
}

/** The code of the first alarm that has one, otherwise that of a regular position. */
export function findEventCode(alarms: readonly NoticeType[]): number {
  for (const alarm of alarms) for (const [code, notice] of NOTICES) if (notice === alarm) return code;
  return INTERVAL;
}
