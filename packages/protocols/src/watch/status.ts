import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { addAlarm } from '../add-alarm.ts';
import type { ReportDraft } from '../report-draft.ts';

/**
 * Status of a position ("GPRS Communication Protocol" 1.8, appendix 1): bits 0 to 15 are states, bits 16 to 31 alarms.
 *
 * | bit | state                          | bit    | alarm                  | notice         |
 * | --- | ------------------------------ | ------ | ---------------------- | -------------- |
 * |     |                                | 16     | SOS                    | SOS            |
 * | 0   | battery low                    | 17     | battery low            | LOWPOWER       |
 * | 1   | outside of its fence           | 18     | left its fence         | OUT            |
 * | 2   | inside of its fence            | 19     | entered its fence      | IN             |
 * | 3   | taken off                      | 20     | taken off              | TEARDOWN       |
 * | 4   | moving (as in Traccar)         | 21, 22 | fall                   | `alarmNames`   |
 *
 * Older devices send four digits. In their alarms, bits 0 to 3 are the alarm.
 */
const ALARMS: ReadonlyMap<number, NoticeType> = new Map([
  [16, 'SOS'],
  [17, 'LOWPOWER'],
  [18, 'OUT'],
  [19, 'IN'],
  [20, 'TEARDOWN'],
]);
const SHORT_ALARMS: ReadonlyMap<number, NoticeType> = new Map([
  [0, 'LOWPOWER'],
  [1, 'OUT'],
  [2, 'IN'],
  [3, 'TEARDOWN'],
]);
const FALLS = [21, 22];
const TAKEN_OFF = 3;
const MOVING = 4;
const SHORT_LENGTH = 4;

export function readStatus(text: string, isAlarm: boolean, draft: ReportDraft): void {
  const { attributes } = draft;
  if (text !== '') attributes.status = text.toLowerCase();
  if (!/^[0-9A-Fa-f]{1,8}$/.test(text)) return;
  const status = Number.parseInt(text, 16);
  if (status === 0) return;
  const isSet = (bit: number) => ((status >>> bit) & 1) === 1;
  const isShortAlarm = isAlarm && text.length <= SHORT_LENGTH;
  for (const [bit, notice] of isShortAlarm ? SHORT_ALARMS : ALARMS) if (isSet(bit)) addAlarm(draft, notice);
  if (FALLS.some(isSet)) attributes.alarmNames = 'fall';
  if (isSet(TAKEN_OFF)) attributes.tamper = true;
  if (isSet(MOVING)) attributes.motion = true;
}

/** Eight digits with the alarms that have a bit. */
export function writeStatus(alarms: readonly NoticeType[]): string {
  let status = 0;
  for (const [bit, notice] of ALARMS) if (alarms.includes(notice)) status |= 1 << bit;
  return (status >>> 0).toString(16).toUpperCase().padStart(8, '0');
}
