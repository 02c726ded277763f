import { readBlindSpot, readDriverAssistance, readTyreAlarms, readTyres } from './driver-assistance.ts';
import { readExtended } from './extended-items.ts';
import { type Items, readPrintable, setBattery, setDigits, setSignal } from './items.ts';
import { JIMI_MIN_LENGTH, readJimi } from './jimi-items.ts';
import { addCell, readCells, readWifi, WIFI_LENGTH } from './network-items.ts';
import type { Profile } from './vendor.ts';

/**
 * Vendor-specific items of a location. Vendors use the same id differently, so an item is decoded only if its id,
 * length and content have a single documented meaning, or if the vendor is known. `docs/protocols/jt808.md` lists all
 * with their sources.
 */
type ItemReader = (data: Buffer, items: Items, profile: Profile) => boolean;

/** By id and length. */
const FIXED_LENGTH_ITEMS: ReadonlyMap<number, ItemReader> = new Map<number, ItemReader>([
  [0x0601, (data, items) => setBattery(data.readUInt8(0), items)],
  [
    0x5201,
    (data, { attributes }) => setOptional(attributes, 'drumRotation', DRUM_ROTATIONS[data.readUInt8(0)]),
  ],
  [0x5602, readBatteryLevel],
  [0x6102, (data, { attributes }) => setAttribute(attributes, 'externalVoltage', data.readUInt16BE(0) / 100)],
  [0x5708, readDrivingEvents],
  [0x642f, (data, items) => readDriverAssistance(data, items, 'adas')],
  [0x652f, (data, items) => readDriverAssistance(data, items, 'dms')],
  [0x6729, readBlindSpot],
  [0x6802, (data, items) => setBattery(Math.round(data.readUInt16BE(0) / 100), items)],
  [0x6902, (data, { attributes }) => setAttribute(attributes, 'batteryVoltage', data.readUInt16BE(0) / 100)],
  [0x8202, (data, { attributes }) => setAttribute(attributes, 'externalVoltage', data.readUInt16BE(0) / 10)],
  [0xd004, readUserStatus],
  [0xd302, (data, { attributes }) => setAttribute(attributes, 'externalVoltage', data.readUInt16BE(0) / 10)],
  [0xd401, readBatteryOrCharging],
  [0xd502, (data, { attributes }) => setAttribute(attributes, 'batteryVoltage', data.readUInt16BE(0) / 100)],
  [0xe101, readBatteryOrCharging],
  [0xe102, (data, { attributes }) => setAttribute(attributes, 'externalVoltage', data.readUInt16BE(0) / 10)],
  [0xe304, readLevelAndVoltage],
  [0xe402, readChargeStateAndLevel],
  [0xe501, (data, { attributes }) => setFlag(attributes, 'moving', data.readUInt8(0))],
  [0xe708, readButtons],
  [0xe901, readBatteryOrCharging],
  [0xee06, readPowerSummary],
  [
    0xf104,
    (data, { attributes }) => setAttribute(attributes, 'externalVoltage', data.readUInt32BE(0) / 1000),
  ],
  [0xf301, (data, { attributes }) => setFlag(attributes, 'armed', data.readUInt8(0))],
  [0xf402, readDrivingAlarms],
  [0xf502, (data, { attributes }) => setAttribute(attributes, 'illuminance', data.readUInt16BE(0))],
  [0xf506, (data, { attributes }) => setAttribute(attributes, 'acceleration', formatAxes(data))],
  [0xf602, (data, { attributes }) => setAttribute(attributes, 'airPressure', data.readUInt16BE(0))],
  [0xf604, readWorkMode],
  [0xf608, (data, { attributes }) => setDigits(attributes, 'imei', data.toString('hex').slice(1))],
  [0xf702, (data, { attributes }) => setAttribute(attributes, 'humidity1', data.readUInt16BE(0) / 10)],
  [0xf704, readBatteryState],
  [0xf705, readBatteryState],
  [0xf706, readBatteryState],
  [0xfe01, (data, items) => setBattery(data.readUInt8(0), items)],
  [0xfe02, (data, { attributes }) => setAttribute(attributes, 'externalVoltage', data.readUInt16BE(0) / 10)],
]);

/** Items without a fixed length. */
const VARIABLE_LENGTH_ITEMS: ReadonlyMap<number, ItemReader> = new Map<number, ItemReader>([
  [0x41, (data, { attributes }) => setDigits(attributes, 'imsi', readPrintable(data) ?? '')],
  [0x51, (data, { attributes }) => readTenths(data, (n) => `temperature${n}`, attributes)],
  [
    0x53,
    (data, { attributes }) =>
      readCountedRecords(data, 8, (rest) =>
        readCells(rest, { mncLength: 1, lacLength: 2, cellIdLength: 2 }, attributes),
      ),
  ],
  [
    0x54,
    (data, { attributes }) => readCountedRecords(data, WIFI_LENGTH, (rest) => readWifi(rest, attributes)),
  ],
  [0x58, (data, { attributes }) => readTenths(data, (n) => `humidity${n}`, attributes)],
  [
    0x5d,
    (data, { attributes }) =>
      readCountedRecords(data, 10, (rest) =>
        readCells(rest, { mncLength: 1, lacLength: 2, cellIdLength: 4 }, attributes),
      ),
  ],
  [0x66, readTyreAlarms],
  [0x77, readTyres],
  [0x94, (data, { attributes }) => setVin(attributes, readPrintable(data))],
  [0xcc, (data, { attributes }) => setDigits(attributes, 'iccid', readPrintable(data) ?? '')],
  [0xd5, readLocks],
  [0xe1, readNetworkCells],
  [0xe8, (data, items, profile) => readVendorStatus(data, items, profile)],
  [0xeb, (data, items, profile) => readExtended(data, items, profile)],
  [0xec, readWifiRecords],
  [0xf0, (data, { attributes }) => readRecords(data, 13, () => readCells(data, AOVX_CELL, attributes))],
  [
    0xf1,
    (data, { attributes }) => data.length === 20 && setDigits(attributes, 'iccid', readPrintable(data) ?? ''),
  ],
  [
    0xf2,
    (data, { attributes }) => setOptional(attributes, 'softwareVersion', readPrintable(data) ?? undefined),
  ],
  [0xf4, readWifiRecords],
  [0xfe, readEventMask],
]);

const AOVX_CELL = { mncLength: 2, lacLength: 4, cellIdLength: 4, cellIdFirst: true } as const;
const DRUM_ROTATIONS = [undefined, 'forward', 'reverse', 'stopped'] as const;
const CHARGING = 0xff;
const NO_VALUE = 0xffff;
const SIGN_BIT = 0x8000;

/** Returns false if the item is not known with this length or for this vendor; it is then stored unchanged. */
export function readVendorItem(id: number, data: Buffer, items: Items, profile: Profile): boolean {
  const reader = FIXED_LENGTH_ITEMS.get((id << 8) | data.length) ?? VARIABLE_LENGTH_ITEMS.get(id);
  return reader?.(data, items, profile) ?? false;
}

function setAttribute(attributes: Items['attributes'], name: string, value: number | string): true {
  attributes[name] = value;
  return true;
}

function setOptional(attributes: Items['attributes'], name: string, value: string | undefined): boolean {
  if (value === undefined) return false;
  return setAttribute(attributes, name, value);
}

/** Sets a flag from 0 or 1. Returns false for other values. */
function setFlag(attributes: Items['attributes'], name: string, value: number): boolean {
  if (value > 1) return false;
  attributes[name] = value === 1;
  return true;
}

function setVin(attributes: Items['attributes'], text: string | null): boolean {
  return text !== null && /^[A-HJ-NPR-Z0-9]{17}$/.test(text) && setAttribute(attributes, 'vin', text);
}

/** Reads records with a count in the first byte, which must match the length. */
function readCountedRecords(data: Buffer, length: number, read: (rest: Buffer) => void): boolean {
  if (data.length === 0 || data.length !== 1 + data.readUInt8(0) * length) return false;
  read(data.subarray(1));
  return true;
}

function readRecords(data: Buffer, length: number, read: () => void): boolean {
  if (data.length === 0 || data.length % length !== 0) return false;
  read();
  return true;
}

function readWifiRecords(data: Buffer, { attributes }: Items): boolean {
  return readRecords(data, WIFI_LENGTH, () => readWifi(data, attributes));
}

/** Reads 16-bit values in tenths, highest bit: sign; 0xffff is a missing sensor. */
function readTenths(data: Buffer, name: (n: number) => string, attributes: Items['attributes']): boolean {
  if (data.length === 0 || data.length % 2 !== 0 || data.length > 16) return false;
  for (let offset = 0; offset < data.length; offset += 2) {
    const word = data.readUInt16BE(offset);
    if (word !== NO_VALUE)
      attributes[name(offset / 2 + 1)] = (word & SIGN_BIT ? -(word & ~SIGN_BIT) : word) / 10;
  }
  return true;
}

function formatAxes(data: Buffer): string {
  return [0, 2, 4].map((offset) => data.readInt16BE(offset)).join(',');
}

/** Level 0-10 and, on some devices, percent. */
function readBatteryLevel(data: Buffer, items: Items): boolean {
  const [level, percent] = [data.readUInt8(0), data.readUInt8(1)];
  if (percent >= 1 && percent <= 100) return setBattery(percent, items);
  return level <= 10 && setBattery(level * 10, items);
}

function readBatteryOrCharging(data: Buffer, items: Items): boolean {
  const value = data.readUInt8(0);
  if (value === CHARGING) items.attributes.charging = true;
  return value === CHARGING || setBattery(value, items);
}

function readLevelAndVoltage(data: Buffer, items: Items): boolean {
  if (!setBattery(data.readUInt8(1), items)) return false;
  return setAttribute(items.attributes, 'batteryVoltage', data.readUInt16BE(2) / 100);
}

/** The charge state in the first byte is unreliable: trackers on the move send the value documented as charging. */
function readChargeStateAndLevel(data: Buffer, items: Items): boolean {
  return (
    setBattery(data.readUInt8(1), items) && setAttribute(items.attributes, 'chargeState', data.readUInt8(0))
  );
}

function readPowerSummary(data: Buffer, items: Items): boolean {
  setSignal(data.readUInt8(0), items);
  items.attributes.externalVoltage = data.readUInt16BE(1) / 1000;
  items.attributes.batteryVoltage = data.readUInt16BE(3) / 1000;
  items.satellites = data.readUInt8(5);
  return true;
}

/** Voltage in mV; then 2 or 3 while charging; then percent. */
function readBatteryState(data: Buffer, items: Items): boolean {
  items.attributes.batteryVoltage = data.readUInt32BE(0) / 1000;
  if (data.length > 4) items.attributes.charging = data[4] === 2 || data[4] === 3;
  if (data.length > 5) setBattery(data.readUInt8(5), items);
  return true;
}

function readUserStatus(data: Buffer, { alarms, attributes }: Items): boolean {
  const bits = data.readUInt32BE(0);
  if (bits & (1 << 3)) alarms.add({ name: 'vibration', notice: 'VIBRATION' });
  return setAttribute(attributes, 'userStatusBits', bits);
}

/** Bit 0: vibration; bits 1 to 3: SOS buttons. Bits after the first two bytes have no known meaning. */
function readButtons(data: Buffer, { alarms, attributes }: Items): boolean {
  const bits = data.readUInt16BE(0);
  if (bits & 1) alarms.add({ name: 'vibration', notice: 'VIBRATION' });
  if (bits & 0b1110) alarms.add({ name: 'sos', notice: 'SOS' });
  if (data.some((byte) => byte !== 0)) attributes.itemE7 = data.toString('hex');
  return true;
}

const DRIVING_ALARMS = [
  { name: 'harshAcceleration', notice: null },
  { name: 'harshDeceleration', notice: null },
  { name: 'harshBraking', notice: null },
  { name: 'sharpTurn', notice: null },
  { name: 'collision', notice: 'VIBRATION' },
  { name: 'rollover', notice: 'VIBRATION' },
] as const;

function readDrivingAlarms(data: Buffer, { alarms, attributes }: Items): boolean {
  const bits = data.readUInt16BE(0);
  for (const [bit, meaning] of DRIVING_ALARMS.entries()) if (bits & (1 << bit)) alarms.add(meaning);
  if (bits & (1 << 6)) attributes.input1 = true;
  if (bits & (1 << 7)) attributes.input2 = true;
  return true;
}

const DRIVING_EVENT_BITS = [8, 9, 10] as const;

/** Bits 8 to 10 are events; then the state of switches (2) and further bits (4) that differ by model (as in Traccar). */
function readDrivingEvents(data: Buffer, { alarms, attributes }: Items): boolean {
  const bits = data.readUInt16BE(0);
  const meanings = [DRIVING_ALARMS[0], DRIVING_ALARMS[2], DRIVING_ALARMS[3]] as const;
  for (const [index, bit] of DRIVING_EVENT_BITS.entries()) {
    const meaning = meanings[index];
    if (bits & (1 << bit) && meaning !== undefined) alarms.add(meaning);
  }
  if (data.some((byte) => byte !== 0)) attributes.item57 = data.toString('hex');
  return true;
}

/** Only G10LS: other vendors use 0xf6 with four bytes differently. */
function readWorkMode(data: Buffer, { attributes }: Items, { vendor }: Profile): boolean {
  if (vendor?.name !== 'g10ls') return false;
  attributes.workMode = data.readUInt8(0);
  attributes.positioningMode = data.readUInt8(1);
  attributes.recording = data.readUInt8(2);
  const state = data.readUInt8(3);
  attributes.charging = (state & 1) !== 0 && (state & 2) === 0;
  return true;
}

/** Locks that report through a gateway: count, then each id (5), card (5), percent, status (2, bit 5: unlocked). */
function readLocks(data: Buffer, items: Items): boolean {
  return readCountedRecords(data, 13, (rest) => {
    for (let n = 1; n * 13 <= rest.length; n++) {
      const lock = rest.subarray((n - 1) * 13, n * 13);
      items.attributes[`lock${n}Id`] = lock.toString('hex', 0, 5);
      items.attributes[`lock${n}Card`] = lock.toString('hex', 5, 10);
      items.attributes[`lock${n}Battery`] = lock.readUInt8(10);
      items.attributes[`lock${n}Locked`] = (lock.readUInt16BE(11) & (1 << 5)) === 0;
    }
  });
}

/** MCC and MNC once, then cells of LAC (3), cell id (4) and signal. */
function readNetworkCells(data: Buffer, { attributes }: Items): boolean {
  if (data.length < 12 || (data.length - 4) % 8 !== 0) return false;
  const [mcc, mnc] = [data.readUInt16BE(0), data.readUInt16BE(2)];
  for (let offset = 4; offset < data.length; offset += 8) {
    const [lac, cellId, signal] = [
      data.readUIntBE(offset, 3),
      data.readUInt32BE(offset + 3),
      data.readUInt8(offset + 7),
    ];
    addCell(attributes, { mcc, mnc, lac, cellId, signal });
  }
  return true;
}

/** Three bytes are a lock state, except for Jimi devices. */
function readVendorStatus(data: Buffer, items: Items, profile: Profile): boolean {
  if (profile.vendor?.name === 'jimi') return data.length >= JIMI_MIN_LENGTH && readJimi(data, items);
  return data.length === 3 && setAttribute(items.attributes, 'lockStatus', data.readUIntBE(0, 3));
}

const EVENT_MASK_PREFIX = 0x7c;
const ALARM_SUB_ITEM = 0x01;
const EVENT_ALARMS = [
  { name: 'harshAcceleration', notice: null },
  { name: 'harshBraking', notice: null },
  { name: 'sharpTurn', notice: null },
  { name: 'collision', notice: 'VIBRATION' },
  { name: 'removed', notice: 'TEARDOWN' },
] as const;

/**
 * 0x7c and sub-items of id, length, value; sub-item 1 has the alarms. Reads nothing if they do not fill the item
 * exactly.
 */
function readEventMask(data: Buffer, { alarms }: Items): boolean {
  if (data[0] !== EVENT_MASK_PREFIX) return false;
  let bits = 0;
  let offset = 1;
  while (offset + 2 <= data.length) {
    const length = data.readUInt8(offset + 1);
    const end = offset + 2 + length;
    if (end > data.length) return false;
    if (data[offset] === ALARM_SUB_ITEM && length === 4) bits |= data.readUInt32BE(offset + 2);
    offset = end;
  }
  if (offset !== data.length) return false;
  for (const [bit, meaning] of EVENT_ALARMS.entries()) if (bits & (1 << bit)) alarms.add(meaning);
  return true;
}
