import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { addAlarm } from '../add-alarm.ts';
import type { ReportDraft } from '../report-draft.ts';

/**
 * Vehicle status: four bytes, as eight hexadecimal digits in a text ("GPS Tracker Communication Protocol" v1.0.5,
 * section 2.4). A bit of 0 is active.
 *
 * | bits  | alarm                                        | notice or name             |
 * | ----- | -------------------------------------------- | -------------------------- |
 * | 0     | theft; vibration in Traccar                  | VIBRATION                  |
 * | 1, 18 | robbery, SOS                                 | SOS                        |
 * | 2, 15 | overspeed                                    | OVERSPEED                  |
 * | 19    | powered by the backup battery                | OUTAGE                     |
 * | 20, 28 | battery of the vehicle removed              | OUTAGE                     |
 * | 3 to 7, 14, 16, 17, 21, 22, 24 to 26 | others        | `alarmNames`               |
 *
 * | bit | state                            | attribute |
 * | --- | -------------------------------- | --------- |
 * | 8   | door open                        | doorOpen  |
 * | 9   | armed                            | armed     |
 * | 10  | ACC off                          | ignition  |
 * | 27  | oil and engine cut off           | fuelCut   |
 *
 * Bits 23 and 29 to 31 are levels of sensors. An alarm stays set until the instruction R7 clears it. Devices without
 * this status send zeros, which would be every alarm at once: they are ignored.
 */
const NOTICES: ReadonlyMap<number, NoticeType> = new Map([
  [0, 'VIBRATION'],
  [1, 'SOS'],
  [2, 'OVERSPEED'],
  [15, 'OVERSPEED'],
  [18, 'SOS'],
  [19, 'OUTAGE'],
  [20, 'OUTAGE'],
  [28, 'OUTAGE'],
]);

const NAMES: ReadonlyMap<number, string> = new Map([
  [3, 'illegalIgnition'],
  [4, 'crossBorder'],
  [5, 'antennaOpen'],
  [6, 'antennaShort'],
  [7, 'crossBorder'],
  [14, 'custom'],
  [16, 'receiverFault'],
  [17, 'analogLimit'],
  [21, 'antennaOpen'],
  [22, 'antennaShort'],
  [24, 'temperature'],
  [25, 'wrongPassword'],
  [26, 'gprsBlocked'],
]);

/** Bits with a notice or a name: mostly none is active. */
const ALARM_BITS = [...NOTICES.keys(), ...NAMES.keys()].reduce((bits, bit) => bits | (1 << bit), 0);

const DOOR_OPEN = 8;
const ARMED = 9;
const IGNITION_OFF = 10;
const FUEL_CUT = 27;
const NO_STATUS = 0;

function isActive(status: number, bit: number): boolean {
  return ((status >>> bit) & 1) === 0;
}

export function readStatus(status: number, draft: ReportDraft): void {
  const { attributes } = draft;
  attributes.status = status.toString(16).padStart(8, '0');
  if (status === NO_STATUS) return;
  if ((~status & ALARM_BITS) !== 0) readAlarms(status, draft);
  attributes.ignition = !isActive(status, IGNITION_OFF);
  attributes.fuelCut = isActive(status, FUEL_CUT);
  if (isActive(status, DOOR_OPEN)) attributes.doorOpen = true;
  if (isActive(status, ARMED)) attributes.armed = true;
}

function readAlarms(status: number, draft: ReportDraft): void {
  for (const [bit, notice] of NOTICES) if (isActive(status, bit)) addAlarm(draft, notice);
  const names = [...NAMES].filter(([bit]) => isActive(status, bit)).map(([, name]) => name);
  if (names.length > 0) draft.attributes.alarmNames = [...new Set(names)].join(',');
}

/** The status of a report as text: alarms that have a bit, ignition and oil. */
export function writeStatus(
  alarms: readonly NoticeType[],
  state: { readonly ignition: boolean; readonly fuelCut: boolean },
): string {
  let active = 0;
  for (const [bit, notice] of NOTICES)
    if (alarms.includes(notice) && !(active & bitsOf(notice))) active |= 1 << bit;
  if (!state.ignition) active |= 1 << IGNITION_OFF;
  if (state.fuelCut) active |= 1 << FUEL_CUT;
  return (~active >>> 0).toString(16).toUpperCase().padStart(8, '0');
}

function bitsOf(notice: NoticeType): number {
  return [...NOTICES].reduce((bits, [bit, other]) => (other === notice ? bits | (1 << bit) : bits), 0);
}
