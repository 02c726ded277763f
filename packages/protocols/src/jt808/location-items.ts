import type { Report } from '@wakeline/domain/reports/report';
import { crossingOf } from './alarm.ts';
import { readSubItems, startsWithSubItem } from './extended-items.ts';
import { CSQ_MAX, formatItemName, type Items, setSignal } from './items.ts';
import type { Profile } from './vendor.ts';
import { readVendorItem } from './vendor-items.ts';

/**
 * Additional items of a location (2013 tables 26-32, 2019 tables 26-33; 0x14-0x18 are JT/T 1078-2016 table 13). Each is
 * an id (1 byte), a length (1 byte) and that many bytes, big-endian.
 *
 * | id   | bytes | meaning, unit on the wire                                 | becomes                                    |
 * | ---- | ----- | --------------------------------------------------------- | ------------------------------------------ |
 * | 0x01 | 4     | mileage, 0.1 km                                           | `odometer`, m                              |
 * | 0x02 | 2     | fuel, 0.1 l                                               | `fuel`, l                                  |
 * | 0x03 | 2     | speed of the drive recorder, 0.1 km/h                     | `recorderSpeed`, km/h                      |
 * | 0x04 | 2     | id of an alarm that requires manual confirmation          | `alarmEventId`                             |
 * | 0x05 | 30    | tyres from front left on, one byte each, 0xff none (2019) | `tyrePressure`, as sent, joined by commas  |
 * | 0x06 | 2     | temperature, 1 degree Celsius, highest bit: sign (2019)   | `temperature1`                             |
 * | 0x11 | 1, 5  | overspeed: 0 anywhere, or area type 1-4 and its id        | `overspeedAreaType`, `overspeedAreaId`     |
 * | 0x12 | 6     | area type 1-4, its id, 0 in or 1 out                      | `areaType`, `areaId`, `areaDirection`      |
 * | 0x13 | 7     | id of a road section, seconds, 0 too short or 1 too long  | `roadId`, `roadTime`, `roadTimeResult`     |
 * | 0x14 | 4     | video alarms, bits                                        | `videoAlarmBits`                           |
 * | 0x15 | 4     | video channels without a signal, bits                     | `videoLostBits`                            |
 * | 0x16 | 4     | video channels covered, bits                              | `videoCoveredBits`                         |
 * | 0x17 | 2     | failed storage devices, bits                              | `storageFaultBits`                         |
 * | 0x18 | 2, 3  | abnormal driving, bits; degree of fatigue 0-100           | `drivingBits`, `fatigue`                   |
 * | 0x25 | 4     | signals of the vehicle, bits                              | `signals`, names joined by commas          |
 * | 0x2a | 2     | bit 0 deep sleep, bit 1 sleep                             | `sleep`: `deep` or `light`; else `ioBits`  |
 * | 0x2b | 4     | analog inputs: low word first, high word second           | `analog1`, `analog2`, as sent              |
 * | 0x30 | 1     | mobile signal strength (CSQ 0-31, 99 unknown)             | `gsm`, percent; above 31 `signalStrength`  |
 * | 0x31 | 1     | satellites                                                | `satellites`                               |
 *
 * Vendor items are in `vendor-items.ts`. Unknown items, and items of an undocumented length, are stored as hexadecimal
 * text in `item` plus the id: `itemEB`.
 */
const SIGNALS = [
  'lowBeam',
  'highBeam',
  'rightTurn',
  'leftTurn',
  'brake',
  'reverse',
  'fogLamp',
  'markerLamp',
  'horn',
  'airConditioner',
  'neutral',
  'retarder',
  'abs',
  'heater',
  'clutch',
];

/** Not an item id: some BSJ terminals send the sub-items of item 0xeb without the enclosing item. */
const NO_ITEM_ID = 0;

export function readItems(data: Buffer, start: number, items: Items, profile: Profile): void {
  let offset = start;
  while (offset + 2 <= data.length) {
    const id = data[offset] ?? 0;
    if (id === NO_ITEM_ID && offset === start && startsWithSubItem(data.subarray(offset))) {
      readSubItems(data.subarray(offset), items, profile);
      return;
    }
    const length = data[offset + 1] ?? 0;
    const end = offset + 2 + length;
    if (end > data.length) break;
    const isKnown =
      readItem(id, data, offset + 2, length, items) ||
      readVendorItem(id, data.subarray(offset + 2, end), items, profile);
    if (!isKnown) items.attributes[formatItemName(id)] = data.toString('hex', offset + 2, end);
    offset = end;
  }
  if (offset < data.length) items.attributes.itemRest = data.toString('hex', offset);
}

/** Returns false if the item is not known with this length. */
function readItem(id: number, data: Buffer, offset: number, length: number, items: Items): boolean {
  const attributes = items.attributes;
  switch ((id << 8) | length) {
    case 0x0104:
      attributes.odometer = data.readUInt32BE(offset) * 100;
      return true;
    case 0x0202:
      attributes.fuel = data.readUInt16BE(offset) / 10;
      return true;
    case 0x0302:
      attributes.recorderSpeed = data.readUInt16BE(offset) / 10;
      return true;
    case 0x0402:
      attributes.alarmEventId = data.readUInt16BE(offset);
      return true;
    case 0x051e:
      attributes.tyrePressure = formatTyrePressures(data.subarray(offset, offset + length));
      return true;
    case 0x0602: {
      const word = data.readUInt16BE(offset);
      attributes.temperature1 = word & 0x8000 ? -(word & 0x7fff) : word;
      return true;
    }
    case 0x1101:
    case 0x1105:
      attributes.overspeedAreaType = data.readUInt8(offset);
      if (length === 5) attributes.overspeedAreaId = data.readUInt32BE(offset + 1);
      return true;
    case 0x1206:
      items.crossing = data.readUInt8(offset + 5) === 0 ? 'in' : 'out';
      attributes.areaType = data.readUInt8(offset);
      attributes.areaId = data.readUInt32BE(offset + 1);
      attributes.areaDirection = items.crossing;
      return true;
    case 0x1307:
      attributes.roadId = data.readUInt32BE(offset);
      attributes.roadTime = data.readUInt16BE(offset + 4);
      attributes.roadTimeResult = data.readUInt8(offset + 6) === 0 ? 'short' : 'long';
      return true;
    case 0x1404:
      attributes.videoAlarmBits = data.readUInt32BE(offset);
      return true;
    case 0x1504:
      attributes.videoLostBits = data.readUInt32BE(offset);
      return true;
    case 0x1604:
      attributes.videoCoveredBits = data.readUInt32BE(offset);
      return true;
    case 0x1702:
      attributes.storageFaultBits = data.readUInt16BE(offset);
      return true;
    case 0x1802:
    case 0x1803:
      attributes.drivingBits = data.readUInt16BE(offset);
      if (length === 3) attributes.fatigue = data.readUInt8(offset + 2);
      return true;
    case 0x2504:
      attributes.signals = formatSignals(data.readUInt32BE(offset));
      return true;
    case 0x2a02: {
      const bits = data.readUInt16BE(offset);
      if (bits & 1) attributes.sleep = 'deep';
      else if (bits & 2) attributes.sleep = 'light';
      if (bits & ~3) attributes.ioBits = bits;
      return true;
    }
    case 0x2b04:
      attributes.analog1 = data.readUInt16BE(offset + 2);
      attributes.analog2 = data.readUInt16BE(offset);
      return true;
    case 0x3001:
      setSignal(data.readUInt8(offset), items);
      return true;
    case 0x3101:
      items.satellites = data.readUInt8(offset);
      return true;
    default:
      return false;
  }
}

function formatTyrePressures(bytes: Buffer): string {
  const pressures = Array.from(bytes, (byte) => (byte === 0xff ? '' : String(byte)));
  return pressures.join(',').replace(/,+$/, '');
}

function formatSignals(bits: number): string {
  const names: string[] = [];
  for (let bit = 0; bit < 32; bit++) {
    if ((bits & (1 << bit)) !== 0) names.push(SIGNALS[bit] ?? `bit${bit}`);
  }
  return names.join(',');
}

/** Encodes the items of the simulated terminal: 0x01, 0x02, 0x12, 0x30 and 0x31, as far as the report has values. */
export function writeItems(report: Report): Buffer {
  const items: number[] = [];
  const odometer = report.attributes.odometer;
  if (typeof odometer === 'number') pushItem(items, 0x01, 4, odometer / 100);
  const fuel = report.attributes.fuel;
  if (typeof fuel === 'number') pushItem(items, 0x02, 2, fuel * 10);
  const crossing = crossingOf(report.alarms);
  if (crossing !== null) items.push(0x12, 6, 0, 0, 0, 0, 0, crossing === 'in' ? 0 : 1);
  if (report.gsm !== null) pushItem(items, 0x30, 1, (report.gsm * CSQ_MAX) / 100);
  if (report.satellites !== null) pushItem(items, 0x31, 1, report.satellites);
  return Buffer.from(items);
}

function pushItem(items: number[], id: number, length: number, value: number): void {
  items.push(id, length);
  const integer = Math.round(value);
  for (let i = length - 1; i >= 0; i--) items.push(Math.floor(integer / 256 ** i) % 256);
}
