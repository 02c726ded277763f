import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { AttributeValue } from '@wakeline/domain/reports/report';
import type { Draft } from './message.ts';

/**
 * What a device says of itself (Concox GT06 v1.8.1 section 5.3.1), 5 bytes.
 *
 * | byte | meaning                                                                                                          |
 * | ---- | ---------------------------------------------------------------------------------------------------------------- |
 * | 0    | bits: 0 armed, 1 ACC on, 2 charging, 3-5 alarm: `STATES` below, 6 GPS on, 7 fuel cut                               |
 * | 1    | battery: `readPower` below                                                                                       |
 * | 2    | mobile signal, 0 none to 4 strong                                                                                |
 * | 3    | alarm: `NOTICES` below                                                                                           |
 * | 4    | language of the answer: 1 Chinese, 2 English, 0 none wanted                                                      |
 */
export const STATUS_LENGTH = 5;

const ARMED = 1 << 0;
const ACC_ON = 1 << 1;
const CHARGING = 1 << 2;
const FUEL_CUT = 1 << 7;
const BATTERY_MAX = 6;
const SIGNAL_MAX = 4;
const ENGLISH = 2;
/** Of a battery in percent (GT02 v1.3); with all of `VOLTAGE` set, tenths of volts begin here. */
const PERCENT = 0x80;
const VOLTAGE = 0xf0;

/** Bits 3 to 5 of the first byte. 7 is not in the documents: devices that were taken off send it. */
const ALARM_STATES: readonly (NoticeType | null)[] = [
  null,
  'VIBRATION',
  'OUTAGE',
  'LOWPOWER',
  'SOS',
  null,
  null,
  'TEARDOWN',
];
const REMOVED_STATE = 7;

/**
 * Codes of the alarm byte that the product has a notice for (Concox JM-VL03 v1.1.2, alarm packet; 0x25: as Traccar takes
 * it).
 */
const NOTICES: ReadonlyMap<number, NoticeType> = new Map([
  [0x01, 'SOS'],
  [0x02, 'OUTAGE'],
  [0x03, 'VIBRATION'],
  [0x04, 'IN'],
  [0x05, 'OUT'],
  [0x06, 'OVERSPEED'],
  [0x09, 'VIBRATION'],
  [0x0e, 'LOWPOWER'],
  [0x0f, 'LOWPOWER'],
  [0x12, 'LOWPOWER'],
  [0x13, 'TEARDOWN'],
  [0x15, 'LOWPOWER'],
  [0x16, 'VOICE'],
  [0x18, 'TEARDOWN'],
  [0x19, 'LOWPOWER'],
  [0x25, 'TEARDOWN'],
  [0x2c, 'VIBRATION'],
  [0x32, 'TEARDOWN'],
]);
const DOOR = 0x14;
const ACC_TURNED_ON = 0xfe;
const ACC_TURNED_OFF = 0xff;

/** What is read of a status: part of a report that is being read. */
export type StatusDraft = Pick<Draft, 'battery' | 'gsm' | 'alarms' | 'attributes'>;

/** Reads the 5 bytes at `at`, which must be there; what has no field of its own goes to `attributes`. */
export function readStatus(
  content: Buffer,
  offset: number,
  attributes: Record<string, AttributeValue>,
): StatusDraft {
  const status: StatusDraft = { battery: null, gsm: null, alarms: [], attributes };
  const code = content.readUInt8(offset + 3);
  readAlarm(code, status);
  readBits(content.readUInt8(offset), status);
  // What has just happened is newer than the state in the same packet.
  if (code === ACC_TURNED_ON || code === ACC_TURNED_OFF) attributes.ignition = code === ACC_TURNED_ON;
  readPower(content.readUInt8(offset + 1), content.readUInt8(offset + 4), status);
  readSignal(content.readUInt8(offset + 2), status);
  return status;
}

/**
 * The first byte of a status.
 *
 * @param removedNotice what the state 7 means
 */
export function readBits(bits: number, draft: StatusDraft, removedNotice: NoticeType = 'TEARDOWN'): void {
  draft.attributes.ignition = (bits & ACC_ON) !== 0;
  draft.attributes.charging = (bits & CHARGING) !== 0;
  if (bits & ARMED) draft.attributes.armed = true;
  if (bits & FUEL_CUT) draft.attributes.fuelCut = true;
  const state = (bits >> 3) & 7;
  const notice = state === REMOVED_STATE ? removedNotice : (ALARM_STATES[state] ?? null);
  if (notice !== null) addNotice(notice, draft);
  else if (state !== 0) draft.attributes.alarmState = state;
}

/** The alarm byte. */
export function readAlarm(code: number, draft: StatusDraft): void {
  if (code === 0) return;
  draft.attributes.alarmCode = code;
  const notice = NOTICES.get(code);
  if (notice !== undefined) addNotice(notice, draft);
  if (code === DOOR) draft.attributes.doorOpen = true;
}

export function addNotice(notice: NoticeType, draft: Pick<Draft, 'alarms'>): void {
  if (!draft.alarms.includes(notice)) draft.alarms.push(notice);
}

/**
 * The battery byte: a level from 0 empty to 6 full (Concox GT06 v1.8.1 section 5.3.1.15); percent as such from 7 on (JM-VL03
 * devices), or with the highest bit set, and the outer voltage in 0.1 V over its low half and `extension` when the high half
 * is 15 (GT02 v1.3).
 */
export function readPower(level: number, extension: number, draft: StatusDraft): void {
  if (level <= BATTERY_MAX) draft.battery = Math.round((level * 100) / BATTERY_MAX);
  else if (level <= 100) draft.battery = level;
  else if (level >= VOLTAGE) draft.attributes.externalVoltage = (((level & ~VOLTAGE) << 8) | extension) / 10;
  else if (level >= PERCENT && level - PERCENT <= 100) draft.battery = level - PERCENT;
  else draft.attributes.batteryLevel = level;
}

/** The signal, 0 to 4. Some devices put another measure there: it is kept as sent. */
export function readSignal(level: number, draft: StatusDraft): void {
  if (level <= SIGNAL_MAX) draft.gsm = (level * 100) / SIGNAL_MAX;
  else draft.attributes.signalStrength = level;
}

/**
 * The status of VXT01 and S5 trackers, as Traccar reads it: bits (1), external voltage in 0.01 V (2), signal (1). Its state 7
 * is not that of others.
 */
export function readVoltageStatus(content: Buffer, offset: number, draft: StatusDraft): void {
  readBits(content.readUInt8(offset), draft, 'OVERSPEED');
  draft.attributes.externalVoltage = content.readUInt16BE(offset + 1) / 100;
  readSignal(content.readUInt8(offset + 3), draft);
}

/**
 * Whether a byte of battery, one of signal and one of alarm are a voltage of 2 bytes (0.01 V, up to 40.95 V) and a signal
 * instead: the low byte of the voltage is beyond any signal, and the signal is one that a device that sends can have.
 */
export function isVoltage(level: number, signal: number, code: number): boolean {
  return level > 0 && level <= 0x0f && signal > SIGNAL_MAX && code >= 1 && code <= SIGNAL_MAX;
}

/**
 * The 5 bytes for a device. There is room for one alarm: the first that has a code. A battery or signal that is null is sent
 * as 0, as devices without them do.
 */
export function writeStatus(
  status: {
    readonly battery: number | null;
    readonly gsm: number | null;
    readonly alarms: readonly NoticeType[];
  },
  attributes: Readonly<Record<string, AttributeValue>>,
): Buffer {
  let bits = 0;
  if (attributes.armed === true) bits |= ARMED;
  if (attributes.ignition === true) bits |= ACC_ON;
  if (attributes.charging === true) bits |= CHARGING;
  if (attributes.fuelCut === true) bits |= FUEL_CUT;
  return Buffer.of(
    bits,
    Math.round(((status.battery ?? 0) * BATTERY_MAX) / 100),
    Math.round(((status.gsm ?? 0) * SIGNAL_MAX) / 100),
    findAlarmCode(status.alarms),
    ENGLISH,
  );
}

/** The code for the first of `alarms` that has one, else 0. */
export function findAlarmCode(alarms: readonly NoticeType[]): number {
  for (const alarm of alarms) {
    for (const [code, notice] of NOTICES) if (notice === alarm) return code;
  }
  return 0;
}
