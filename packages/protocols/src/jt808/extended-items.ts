import { formatItemName, type Items, readPrintable, setBattery, setDigits } from './items.ts';
import { addCell, readWifiText } from './network-items.ts';
import type { Profile } from './vendor.ts';

/**
 * Item 0xeb. Three formats, distinguished by their content:
 *
 * 1. Sub-items of BSJ and others ("extended protocol 2929"): length (2, of everything after it), id (2), value.
 * 2. MCC (2) and MNC (1), then cells of LAC (2), cell id (2) and signal (1).
 * 3. A time zone as text: `UTC+08:00`.
 *
 * In format 1, a bit of 0 is an active alarm. Bit 0 of sub-item 0x0089 means main power cut for one vendor and battery
 * switch on for another.
 */
const EXTENDED_ITEM = 0xeb;
const MIN_MCC = 200;
const MAX_MCC = 799;
const SUB_ITEM_HEADER_LENGTH = 4;
const TIME_ZONE = /^UTC[+-]\d{2}:\d{2}$/;

type SubItemReader = (data: Buffer, items: Items, profile: Profile) => boolean;

/** By id and length of the value. */
const SUB_ITEMS: ReadonlyMap<number, SubItemReader> = new Map<number, SubItemReader>([
  [
    subItemKey(0x002d, 4),
    (data, { attributes }) => setVoltage(attributes, 'externalVoltage', data.readUInt32BE(0)),
  ],
  [
    subItemKey(0x002d, 2),
    (data, { attributes }) => setVoltage(attributes, 'batteryVoltage', data.readUInt16BE(0)),
  ],
  [subItemKey(0x0089, 4), readState1],
  [subItemKey(0x00a8, 1), (data, items) => setBattery(data.readUInt8(0), items)],
  [subItemKey(0x00b2, 10), (data, { attributes }) => setDigits(attributes, 'iccid', data.toString('hex'))],
  [subItemKey(0x00c5, 4), readState2],
  [subItemKey(0x00c6, 1), readBatteryAlarm],
  [
    subItemKey(0x00ce, 2),
    (data, { attributes }) => setVoltage(attributes, 'externalVoltage', data.readUInt16BE(0) * 10),
  ],
  [
    subItemKey(0x00d5, 15),
    (data, { attributes }) => setDigits(attributes, 'imei', readPrintable(data) ?? ''),
  ],
  [subItemKey(0x00d8, 9), read4gCell],
  [subItemKey(0x00e1, 1), (data, items) => setBattery(data.readUInt8(0), items)],
]);
const WIFI_SUB_ITEM = 0x00b9;

export function readExtended(data: Buffer, items: Items, profile: Profile): boolean {
  const text = readPrintable(data);
  if (text !== null && TIME_ZONE.test(text)) {
    items.attributes.timeZone = text;
    return true;
  }
  const hasSubItems = startsWithSubItem(data);
  const hasCells = isCellList(data);
  if (hasSubItems === hasCells) return false;
  if (hasCells) readCellList(data, items);
  else readSubItems(data, items, profile);
  return true;
}

/** Reads consecutive sub-items. Bytes after the last complete one are stored unchanged, not decoded. */
export function readSubItems(data: Buffer, items: Items, profile: Profile): void {
  let offset = 0;
  while (offset + SUB_ITEM_HEADER_LENGTH <= data.length) {
    const end = offset + 2 + data.readUInt16BE(offset);
    if (end < offset + SUB_ITEM_HEADER_LENGTH || end > data.length) break;
    const id = data.readUInt16BE(offset + 2);
    const value = data.subarray(offset + SUB_ITEM_HEADER_LENGTH, end);
    if (!readSubItem(id, value, items, profile))
      items.attributes[formatItemName(EXTENDED_ITEM, id)] = value.toString('hex');
    offset = end;
  }
  if (offset < data.length) items.attributes.itemEBRest = data.toString('hex', offset);
}

function readSubItem(id: number, value: Buffer, items: Items, profile: Profile): boolean {
  if (id === WIFI_SUB_ITEM) return readWifiSubItem(value, items);
  return SUB_ITEMS.get(subItemKey(id, value.length))?.(value, items, profile) ?? false;
}

/** Whether the first sub-item is known, or the sub-items fill the item exactly. */
export function startsWithSubItem(data: Buffer): boolean {
  if (data.length < SUB_ITEM_HEADER_LENGTH) return false;
  const [length, id] = [data.readUInt16BE(0), data.readUInt16BE(2)];
  if (
    length >= 2 &&
    2 + length <= data.length &&
    (id === WIFI_SUB_ITEM || SUB_ITEMS.has(subItemKey(id, length - 2)))
  )
    return true;
  let offset = 0;
  while (offset + SUB_ITEM_HEADER_LENGTH <= data.length) {
    const step = data.readUInt16BE(offset);
    if (step < 2) return false;
    offset += 2 + step;
  }
  return offset === data.length;
}

function isCellList(data: Buffer): boolean {
  if (data.length < 8 || (data.length - 3) % 5 !== 0) return false;
  const mcc = data.readUInt16BE(0);
  return mcc >= MIN_MCC && mcc <= MAX_MCC;
}

function readCellList(data: Buffer, { attributes }: Items): void {
  const [mcc, mnc] = [data.readUInt16BE(0), data.readUInt8(2)];
  for (let offset = 3; offset < data.length; offset += 5) {
    const [lac, cellId, signal] = [
      data.readUInt16BE(offset),
      data.readUInt16BE(offset + 2),
      data.readUInt8(offset + 4),
    ];
    addCell(attributes, { mcc, mnc, lac, cellId, signal });
  }
}

function subItemKey(id: number, length: number): number {
  return id * 256 + length;
}

function setVoltage(attributes: Items['attributes'], name: string, millivolts: number): true {
  attributes[name] = millivolts / 1000;
  return true;
}

function isBitClear(bits: number, bit: number): boolean {
  return (bits & (1 << bit)) === 0;
}

const STATE_1_ALARMS = [
  [4, { name: 'collision', notice: 'VIBRATION' }],
  [8, { name: 'harshAcceleration', notice: null }],
  [9, { name: 'harshDeceleration', notice: null }],
  [12, { name: 'removed', notice: 'TEARDOWN' }],
  [25, { name: 'sharpTurn', notice: null }],
  [30, { name: 'falseBaseStation', notice: null }],
  [31, { name: 'falseBaseStation', notice: null }],
] as const;

function readState1(data: Buffer, items: Items, { vendor }: Profile): boolean {
  const bits = data.readUInt32BE(0);
  for (const [bit, meaning] of STATE_1_ALARMS) if (isBitClear(bits, bit)) items.alarms.add(meaning);
  if (isBitClear(bits, 1)) items.attributes.sleep = 'light';
  if (isBitClear(bits, 0)) {
    if (vendor?.name === 'seeworld') items.alarms.add({ name: 'powerCut', notice: 'OUTAGE' });
    else if (vendor?.name === 'bsj') items.attributes.batterySwitchOn = true;
  }
  if (bits !== 0xffff_ffff) items.attributes[formatItemName(EXTENDED_ITEM, 0x0089)] = data.toString('hex');
  return true;
}

const MOTION_SHIFT = 23;

/** Bits 23 and 24 are the motion state: 0 moving, 1 stationary. */
function readState2(data: Buffer, items: Items): boolean {
  const bits = data.readUInt32BE(0);
  if (isBitClear(bits, 6)) items.alarms.add({ name: 'vibration', notice: 'VIBRATION' });
  if (isBitClear(bits, 14)) items.alarms.add({ name: 'exposedToLight', notice: 'TEARDOWN' });
  const motion = (bits >>> MOTION_SHIFT) & 3;
  if (motion < 2) items.attributes.moving = motion === 0;
  if (bits !== 0xffff_ffff) items.attributes[formatItemName(EXTENDED_ITEM, 0x00c5)] = data.toString('hex');
  return true;
}

function readBatteryAlarm(data: Buffer, { alarms, attributes }: Items): boolean {
  const code = data.readUInt8(0);
  if (code === 3 || code === 4) alarms.add({ name: 'batteryLow', notice: 'LOWPOWER' });
  attributes.batteryAlarm = code;
  return true;
}

function read4gCell(data: Buffer, { attributes }: Items): boolean {
  addCell(attributes, {
    mcc: data.readUInt16BE(0),
    mnc: data.readUInt8(2),
    lac: data.readUInt16BE(3),
    cellId: data.readUInt32BE(5),
    signal: null,
  });
  return true;
}

function readWifiSubItem(data: Buffer, { attributes }: Items): boolean {
  const text = readPrintable(data.subarray(1));
  if (data.length < 2 || text === null) return false;
  readWifiText(text, attributes);
  return true;
}
