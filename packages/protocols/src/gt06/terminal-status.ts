import type { NoticeType } from '@wakeline/domain/notice-type';
import type { AttributeValue } from '@wakeline/domain/report';

/**
 * What a device says of itself (Concox GT06 v1.8.1 section 5.3.1), 5 bytes.
 *
 * | byte | meaning                                                                                                          |
 * | ---- | ---------------------------------------------------------------------------------------------------------------- |
 * | 0    | bits: 0 armed, 1 ACC on, 2 charging, 3-5 alarm (1 shock, 2 power cut, 3 low battery, 4 SOS), 6 GPS on, 7 fuel cut |
 * | 1    | battery, 0 empty to 6 full; devices that send percent instead are understood from 7 on                           |
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

/** Bits 3 to 5 of the first byte. */
const NOTICE_BITS: readonly (NoticeType | null)[] = [null, 'VIBRATION', 'OUTAGE', 'LOWPOWER', 'SOS'];

/** Codes of the alarm byte that the product has a notice for (Concox JM-VL03 v1.1.2, alarm packet). */
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
  [0x13, 'TEARDOWN'],
  [0x15, 'LOWPOWER'],
  [0x18, 'TEARDOWN'],
  [0x19, 'LOWPOWER'],
  [0x32, 'TEARDOWN'],
]);
const ACC_TURNED_ON = 0xfe;
const ACC_TURNED_OFF = 0xff;

export interface TerminalStatus {
  readonly battery: number | null;
  readonly gsm: number | null;
  readonly alarms: readonly NoticeType[];
}

/** Reads the 5 bytes at `at`, which must be there; what has no field of its own goes to `attributes`. */
export function readStatus(
  content: Buffer,
  at: number,
  attributes: Record<string, AttributeValue>,
): TerminalStatus {
  const bits = content.readUInt8(at);
  const code = content.readUInt8(at + 3);
  readBits(bits, attributes);
  const alarms = new Set<NoticeType>();
  const ofBits = NOTICE_BITS[(bits >> 3) & 7] ?? null;
  const ofCode = NOTICES.get(code) ?? null;
  if (ofCode !== null) alarms.add(ofCode);
  if (ofBits !== null) alarms.add(ofBits);
  if (code !== 0) attributes.alarmCode = code;
  if (code === ACC_TURNED_ON || code === ACC_TURNED_OFF) attributes.ignition = code === ACC_TURNED_ON;
  return {
    battery: percentOfBattery(content.readUInt8(at + 1)),
    gsm: percentOfSignal(content.readUInt8(at + 2)),
    alarms: [...alarms],
  };
}

/** The first byte of a status, apart from its alarm. */
export function readBits(bits: number, attributes: Record<string, AttributeValue>): void {
  attributes.ignition = (bits & ACC_ON) !== 0;
  attributes.charging = (bits & CHARGING) !== 0;
  if (bits & ARMED) attributes.armed = true;
  if (bits & FUEL_CUT) attributes.fuelCut = true;
}

function percentOfBattery(level: number): number | null {
  if (level <= BATTERY_MAX) return Math.round((level * 100) / BATTERY_MAX);
  return level <= 100 ? level : null;
}

/** Null beyond the scale: some devices put another measure there. */
export function percentOfSignal(level: number): number | null {
  return level <= SIGNAL_MAX ? (level * 100) / SIGNAL_MAX : null;
}

/**
 * The 5 bytes for a device. There is room for one alarm: the first that has a code. A battery or signal that is null is sent
 * as 0, as devices without them do.
 */
export function writeStatus(
  status: TerminalStatus,
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
    alarmCode(status.alarms),
    ENGLISH,
  );
}

/** The code for the first of `alarms` that has one, else 0. */
export function alarmCode(alarms: readonly NoticeType[]): number {
  for (const alarm of alarms) {
    for (const [code, notice] of NOTICES) if (notice === alarm) return code;
  }
  return 0;
}
