import type { Items } from './items.ts';

/**
 * Alarms of driver assistance (T/JSATL 12-2017 section 4.5), big-endian. Each has the state of the alarm: 0 without a
 * duration, 1 start, 2 end. Its label (16 bytes) identifies it for the upload of its attachments: terminal (7), time
 * (6), number (1), number of attachments (1), reserved (1).
 *
 * | item | bytes  | layout                                                                                            |
 * | ---- | ------ | ------------------------------------------------------------------------------------------------- |
 * | 0x64 | 47     | id (4), state, type, level, ..., label at 31                                                      |
 * | 0x65 | 47     | id (4), state, type, level, degree of fatigue, ..., label at 31                                   |
 * | 0x66 | 41 + 9n | id (4), state, ..., label at 24, n; each: tyre (1), alarm bits, kPa, degrees, battery (2 each)   |
 * | 0x67 | 41     | id (4), state, type, ..., label at 25                                                             |
 * | 0x77 | 8n     | tyre (1), sensor (3), bits 0-9 pressure 2.5 kPa (2), degrees + 50 (1), status (1), as in Traccar  |
 */
const LABEL_LENGTH = 16;
const ATTACHMENTS_AT = 14;
const ENDED = 2;

const ADAS_NAMES: ReadonlyMap<number, string> = new Map([
  [1, 'forwardCollision'],
  [2, 'laneDeparture'],
  [3, 'vehicleTooClose'],
  [4, 'pedestrianCollision'],
  [5, 'frequentLaneChange'],
  [6, 'roadSignViolation'],
  [7, 'obstacle'],
]);
const DMS_NAMES: ReadonlyMap<number, string> = new Map([
  [1, 'fatigueDriving'],
  [2, 'phoneCall'],
  [3, 'smoking'],
  [4, 'distracted'],
  [5, 'driverAbsent'],
  [0x11, 'driverChanged'],
]);
const BSD_NAMES: ReadonlyMap<number, string> = new Map([
  [1, 'blindSpotRear'],
  [2, 'blindSpotLeft'],
  [3, 'blindSpotRight'],
]);
/** By bit; bit 0 is a regular report. */
const TYRE_NAMES: readonly (string | null)[] = [
  null,
  'tyrePressureHigh',
  'tyrePressureLow',
  'tyreTemperatureHigh',
  'tyreSensorFault',
  'tyreImbalance',
  'tyreLeak',
  'tyreSensorBattery',
];

export function readDriverAssistance(data: Buffer, items: Items, kind: 'adas' | 'dms'): boolean {
  const { attributes } = items;
  const type = data.readUInt8(5);
  readState(data, items, kind, 31, (kind === 'adas' ? ADAS_NAMES : DMS_NAMES).get(type));
  attributes[`${kind}Alarm`] = type;
  attributes[`${kind}Level`] = data.readUInt8(6);
  if (kind === 'dms' && data.readUInt8(7) !== 0) attributes.dmsFatigue = data.readUInt8(7);
  return true;
}

export function readBlindSpot(data: Buffer, items: Items): boolean {
  const type = data.readUInt8(5);
  readState(data, items, 'bsd', 25, BSD_NAMES.get(type));
  items.attributes.bsdAlarm = type;
  return true;
}

const TYRES_AT = 41;
const TYRE_ALARM_LENGTH = 9;

export function readTyreAlarms(data: Buffer, items: Items): boolean {
  if (data.length < TYRES_AT || data.length !== TYRES_AT + data.readUInt8(40) * TYRE_ALARM_LENGTH)
    return false;
  const { attributes } = items;
  readState(data, items, 'tpms', 24, undefined);
  const hasEnded = data.readUInt8(4) === ENDED;
  for (let at = TYRES_AT; at < data.length; at += TYRE_ALARM_LENGTH) {
    const name = `tyre${data.readUInt8(at)}`;
    const bits = data.readUInt16BE(at + 1);
    attributes[`${name}Alarms`] = bits;
    attributes[`${name}Pressure`] = data.readUInt16BE(at + 3);
    attributes[`${name}Temperature`] = data.readInt16BE(at + 5);
    attributes[`${name}Battery`] = data.readUInt16BE(at + 7);
    for (const [bit, alarm] of TYRE_NAMES.entries())
      if (!hasEnded && alarm !== null && bits & (1 << bit)) items.alarms.add({ name: alarm, notice: null });
  }
  return true;
}

const TYRE_LENGTH = 8;
const PRESSURE_MASK = 0x3ff;
const KPA_PER_UNIT = 2.5;
const TEMPERATURE_OFFSET = 50;

export function readTyres(data: Buffer, { attributes }: Items): boolean {
  if (data.length === 0 || data.length % TYRE_LENGTH !== 0) return false;
  for (let at = 0; at < data.length; at += TYRE_LENGTH) {
    const name = `tyre${data.readUInt8(at)}`;
    attributes[`${name}Sensor`] = data.toString('hex', at + 1, at + 4);
    attributes[`${name}Pressure`] = (data.readUInt16BE(at + 4) & PRESSURE_MASK) * KPA_PER_UNIT;
    attributes[`${name}Temperature`] = data.readUInt8(at + 6) - TEMPERATURE_OFFSET;
    attributes[`${name}Status`] = data.readUInt8(at + 7);
  }
  return true;
}

/** Sets state and label, and adds the name of an alarm that has not ended. */
function readState(
  data: Buffer,
  { alarms, attributes }: Items,
  kind: string,
  labelAt: number,
  name: string | undefined,
): void {
  const state = data.readUInt8(4);
  attributes[`${kind}State`] = state;
  if (name !== undefined && state !== ENDED) alarms.add({ name, notice: null });
  const label = data.subarray(labelAt, labelAt + LABEL_LENGTH);
  if (label.every((byte) => byte === 0)) return;
  attributes[`${kind}Label`] = label.toString('hex');
  attributes[`${kind}Attachments`] = label.readUInt8(ATTACHMENTS_AT);
}
