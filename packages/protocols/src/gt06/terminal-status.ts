import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { AttributeValue } from '@wakeline/domain/reports/report';
import type { Draft } from './message.ts';

/**
 * Device status (Concox GT06 v1.8.1 section 5.3.1), 5 bytes.
 *
 * | byte | meaning                                                                                                          |
 * | ---- | ---------------------------------------------------------------------------------------------------------------- |
 * | 0    | bits: 0 armed, 1 ACC on, 2 charging, 3-5 alarm: `ALARM_STATES` below, 6 GPS on, 7 fuel cut                       |
 * | 1    | battery: `readPower` below                                                                                       |
 * | 2    | mobile signal, 0 none to 4 strong                                                                                |
 * | 3    | alarm: `NOTICES` below                                                                                           |
 * | 4    | language of the reply: 1 Chinese, 2 English, 0 no reply                                                          |
 */
export const STATUS_LENGTH = 5;

const ARMED = 1 << 0;
const ACC_ON = 1 << 1;
const CHARGING = 1 << 2;
const FUEL_CUT = 1 << 7;
const BATTERY_MAX = 6;
const SIGNAL_MAX = 4;
const ENGLISH = 2;
/**
 * Flag of a battery level in percent (GT02 v1.3); if all bits of `VOLTAGE` are set, the value is a voltage in 0.1 V.
 */
const PERCENT = 0x80;
const VOLTAGE = 0xf0;

/** Bits 3 to 5 of the first byte. 7 is undocumented: devices send it when they are removed. */
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
 * Codes of the alarm byte that have a notice type (Concox JM-VL03 v1.1.2, alarm packet; 0x25: as in Traccar).
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

/** The fields of a draft that a status sets. */
export type StatusDraft = Pick<Draft, 'battery' | 'gsm' | 'alarms' | 'attributes'>;

/** Reads the 5 bytes at `offset`, which must exist. Values without their own field go to `attributes`. */
export function readStatus(
  content: Buffer,
  offset: number,
  attributes: Record<string, AttributeValue>,
): StatusDraft {
  const status: StatusDraft = { battery: null, gsm: null, alarms: [], attributes };
  const code = content.readUInt8(offset + 3);
  readAlarm(code, status);
  readBits(content.readUInt8(offset), status);
  // The event is more recent than the state in the same packet.
  if (code === ACC_TURNED_ON || code === ACC_TURNED_OFF) attributes.ignition = code === ACC_TURNED_ON;
  readPower(content.readUInt8(offset + 1), content.readUInt8(offset + 4), status);
  readSignal(content.readUInt8(offset + 2), status);
  return status;
}

/**
 * Reads the first byte of a status.
 *
 * @param removedNotice meaning of state 7
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

/** Reads the alarm byte. */
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
 * Reads the battery byte: a level from 0 (empty) to 6 (full) (Concox GT06 v1.8.1 section 5.3.1.15); percent from 7 on
 * (JM-VL03 devices) or with the highest bit set (GT02 v1.3). If the high nibble is 15, the low nibble and `extension`
 * are the external voltage in 0.1 V (GT02 v1.3).
 */
export function readPower(level: number, extension: number, draft: StatusDraft): void {
  if (level <= BATTERY_MAX) draft.battery = Math.round((level * 100) / BATTERY_MAX);
  else if (level <= 100) draft.battery = level;
  else if (level >= VOLTAGE) draft.attributes.externalVoltage = (((level & ~VOLTAGE) << 8) | extension) / 10;
  else if (level >= PERCENT && level - PERCENT <= 100) draft.battery = level - PERCENT;
  else draft.attributes.batteryLevel = level;
}

/** Reads the signal, 0 to 4. Some devices use another unit: their value is stored unchanged. */
export function readSignal(level: number, draft: StatusDraft): void {
  if (level <= SIGNAL_MAX) draft.gsm = (level * 100) / SIGNAL_MAX;
  else draft.attributes.signalStrength = level;
}

/**
 * Reads the status of VXT01 and S5 trackers, as in Traccar: bits (1), external voltage in 0.01 V (2), signal (1). State
 * 7 has a different meaning.
 */
export function readVoltageStatus(content: Buffer, offset: number, draft: StatusDraft): void {
  readBits(content.readUInt8(offset), draft, 'OVERSPEED');
  draft.attributes.externalVoltage = content.readUInt16BE(offset + 1) / 100;
  readSignal(content.readUInt8(offset + 3), draft);
}

/**
 * Whether the bytes of battery, signal and alarm are in fact a 2-byte voltage (0.01 V, up to 40.95 V) and a signal: the
 * low byte of the voltage exceeds any signal level, and the signal is that of a device with reception.
 */
export function isVoltage(level: number, signal: number, code: number): boolean {
  return level > 0 && level <= 0x0f && signal > SIGNAL_MAX && code >= 1 && code <= SIGNAL_MAX;
}

/**
 * Encodes the 5 bytes of a status. Only one alarm fits: the first one with a code. A null battery or signal is sent as
 * 0, as devices without them do.
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

/** The code of the first alarm that has one, otherwise 0. */
export function findAlarmCode(alarms: readonly NoticeType[]): number {
  for (const alarm of alarms) {
    for (const [code, notice] of NOTICES) if (notice === alarm) return code;
  }
  return 0;
}
