import type { AttributeValue, Fix } from '@wakeline/domain/reports/report';
import type { Alarms } from './alarm.ts';
import { readPrintable } from './items.ts';
import { ENCRYPTED, LOCATED, readStatus, SOUTH, WEST } from './status.ts';
import type { AlarmMeaning, Profile } from './vendor.ts';

/**
 * Vehicle data in 0x0900, kind 0xf0, after the time (Huabao, as in Traccar), big-endian.
 *
 * | byte | bytes | meaning                                                                  |
 * | ---- | ----- | ------------------------------------------------------------------------ |
 * | 0    | 1     | above 0: recorded earlier (`blindSpot`)                                  |
 * | 1    | 1     | vehicle type                                                             |
 * | 2    | 1     | 0x01 values, 0x03 events, 0x0b VIN                                       |
 * | 3    | ...   | values: count (1), each id (2), length (1), value; events: count (1), each id (1), length (1), data; VIN: 1 and 17 bytes |
 * | ...  | 12    | values and events: status (4), latitude and longitude as in 0x0200       |
 */
interface VehicleData {
  readonly alarms: Alarms;
  readonly attributes: Record<string, AttributeValue>;
  readonly location: { fix: Fix | null };
  readonly profile: Profile;
}

const VALUES = 0x01;
const EVENTS = 0x03;
const VIN = 0x0b;
const HEADER_LENGTH = 3;
const LOCATION_LENGTH = 12;
const UNITS_PER_DEGREE = 1_000_000;

const collision: AlarmMeaning = { name: 'collision', notice: 'VIBRATION' };
const laneChange: AlarmMeaning = { name: 'laneChange', notice: null };
const doorOpened: AlarmMeaning = { name: 'doorOpened', notice: null };

const ALARMS: ReadonlyMap<number, AlarmMeaning> = new Map<number, AlarmMeaning>([
  [0x01, { name: 'powerRestored', notice: null }],
  [0x02, { name: 'powerCut', notice: 'OUTAGE' }],
  [0x0e, { name: 'idling', notice: null }],
  [0x1a, { name: 'harshAcceleration', notice: null }],
  [0x1b, { name: 'harshBraking', notice: null }],
  [0x1c, { name: 'sharpTurn', notice: null }],
  [0x1d, laneChange],
  [0x1e, laneChange],
  [0x1f, laneChange],
  [0x23, { name: 'fatigueDriving', notice: null }],
  [0x25, { name: 'overspeed', notice: 'OVERSPEED' }],
  [0x26, collision],
  [0x27, collision],
  [0x28, collision],
  [0x31, doorOpened],
  [0x32, doorOpened],
]);

/** By id and length: the attribute and the divisor to its unit. */
const NUMERIC_VALUES: ReadonlyMap<number, readonly [name: string, divisor: number]> = new Map<
  number,
  readonly [string, number]
>([
  [0x010204, ['odometer', 0.01]],
  [0x010304, ['fuel', 100]],
  [0x052804, ['odometer', 0.01]],
  [0x052a02, ['fuel', 100]],
  [0x053002, ['externalVoltage', 1000]],
  [0x053502, ['obdSpeed', 10]],
  [0x053602, ['rpm', 1]],
  [0x054604, ['odometer', 0.01]],
]);

/** Returns false, without reading anything, if the content is incomplete. */
export function readVehicleData(data: Buffer, vehicle: VehicleData): boolean {
  if (data.length <= HEADER_LENGTH) return false;
  const kind = data.readUInt8(2);
  const rest = data.subarray(HEADER_LENGTH);
  const isRead =
    kind === VALUES
      ? readList(rest, 2, vehicle, readValue)
      : kind === EVENTS
        ? readList(rest, 1, vehicle, readEvent)
        : kind === VIN && readVin(rest, vehicle);
  if (isRead && data.readUInt8(0) > 0) vehicle.attributes.blindSpot = true;
  return isRead;
}

function readList(
  data: Buffer,
  idBytes: 1 | 2,
  vehicle: VehicleData,
  read: (id: number, value: Buffer, vehicle: VehicleData) => void,
): boolean {
  const entries: [id: number, value: Buffer][] = [];
  let offset = 1;
  for (let n = 0; n < data.readUInt8(0); n++) {
    const lengthAt = offset + idBytes;
    const length = data[lengthAt];
    if (length === undefined || lengthAt + 1 + length > data.length) return false;
    entries.push([data.readUIntBE(offset, idBytes), data.subarray(lengthAt + 1, lengthAt + 1 + length)]);
    offset = lengthAt + 1 + length;
  }
  if (offset + LOCATION_LENGTH > data.length) return false;
  for (const [id, value] of entries) read(id, value, vehicle);
  readFix(data.subarray(offset, offset + LOCATION_LENGTH), vehicle);
  return true;
}

function readValue(id: number, value: Buffer, { attributes }: VehicleData): void {
  const known = NUMERIC_VALUES.get((id << 8) | value.length);
  const name = known?.[0] ?? `vehicle${id.toString(16).padStart(4, '0').toUpperCase()}`;
  attributes[name] =
    known === undefined
      ? value.toString('hex')
      : Math.round((value.readUIntBE(0, value.length) / known[1]) * 1000) / 1000;
}

function readEvent(id: number, _value: Buffer, { alarms }: VehicleData): void {
  alarms.add(
    ALARMS.get(id) ?? { name: `event${id.toString(16).padStart(2, '0').toUpperCase()}`, notice: null },
  );
}

function readVin(data: Buffer, { attributes }: VehicleData): boolean {
  const vin = data.length === 18 ? readPrintable(data.subarray(1)) : null;
  if (vin !== null) attributes.vin = vin;
  return vin !== null || data.readUInt8(0) === 0;
}

function readFix(data: Buffer, { attributes, location, profile }: VehicleData): void {
  const status = data.readUInt32BE(0);
  readStatus(status, attributes, profile);
  const [absLatitude, absLongitude] = [
    data.readUInt32BE(4) / UNITS_PER_DEGREE,
    data.readUInt32BE(8) / UNITS_PER_DEGREE,
  ];
  if ((status & ENCRYPTED) !== 0 || (absLatitude === 0 && absLongitude === 0)) return;
  location.fix = {
    latitude: status & SOUTH ? -absLatitude : absLatitude,
    longitude: status & WEST ? -absLongitude : absLongitude,
    altitude: null,
    speed: null,
    course: null,
    accuracy: null,
    valid: (status & LOCATED) !== 0,
  };
}
