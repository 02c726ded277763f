import { type Items, itemName, printable, setBattery, setDigits } from './items.ts';
import { addCell, readWifiText } from './network-items.ts';
import type { Profile } from './vendor.ts';

/**
 * Item 0xeb. Three forms, which their content tells apart:
 *
 * 1. Parts of BSJ and others ("extended protocol 2929"): length (2, of what follows it), id (2), value.
 * 2. Country (2) and network (1), then cells of area (2), cell (2) and signal (1).
 * 3. Text, a time zone: `UTC+08:00`.
 *
 * Alarms of form 1 are bits that are 0. Bit 0 of part 0x0089 says with one vendor that the main power is cut, with another
 * that the battery's switch is on.
 */
const EXTENDED = 0xeb;
const FIRST_COUNTRY = 200;
const LAST_COUNTRY = 799;
const PART_HEAD = 4;
const ZONE = /^UTC[+-]\d{2}:\d{2}$/;

type PartReader = (data: Buffer, items: Items, profile: Profile) => boolean;

/** By id and number of bytes of the value. */
const PARTS: ReadonlyMap<number, PartReader> = new Map<number, PartReader>([
  [part(0x002d, 4), (data, { attributes }) => voltage(attributes, 'externalVoltage', data.readUInt32BE(0))],
  [part(0x002d, 2), (data, { attributes }) => voltage(attributes, 'batteryVoltage', data.readUInt16BE(0))],
  [part(0x0089, 4), stateOne],
  [part(0x00a8, 1), (data, items) => setBattery(data.readUInt8(0), items)],
  [part(0x00b2, 10), (data, { attributes }) => setDigits(attributes, 'iccid', data.toString('hex'))],
  [part(0x00c5, 4), stateTwo],
  [part(0x00c6, 1), batteryAlarm],
  [
    part(0x00ce, 2),
    (data, { attributes }) => voltage(attributes, 'externalVoltage', data.readUInt16BE(0) * 10),
  ],
  [part(0x00d5, 15), (data, { attributes }) => setDigits(attributes, 'imei', printable(data) ?? '')],
  [part(0x00d8, 9), fourthGeneration],
  [part(0x00e1, 1), (data, items) => setBattery(data.readUInt8(0), items)],
]);
const WIFI = 0x00b9;

export function readExtended(data: Buffer, items: Items, profile: Profile): boolean {
  const text = printable(data);
  if (text !== null && ZONE.test(text)) {
    items.attributes.timeZone = text;
    return true;
  }
  const parts = startsWithPart(data);
  const cells = isCells(data);
  if (parts === cells) return false;
  if (cells) readCellList(data, items);
  else readParts(data, items, profile);
  return true;
}

/** Parts one after the other. What follows the last whole one is kept as it came: a part that is cut off says nothing. */
export function readParts(data: Buffer, items: Items, profile: Profile): void {
  let at = 0;
  while (at + PART_HEAD <= data.length) {
    const end = at + 2 + data.readUInt16BE(at);
    if (end < at + PART_HEAD || end > data.length) break;
    const id = data.readUInt16BE(at + 2);
    const value = data.subarray(at + PART_HEAD, end);
    if (!readPart(id, value, items, profile))
      items.attributes[itemName(EXTENDED, id)] = value.toString('hex');
    at = end;
  }
  if (at < data.length) items.attributes.itemEBRest = data.toString('hex', at);
}

function readPart(id: number, value: Buffer, items: Items, profile: Profile): boolean {
  if (id === WIFI) return wifi(value, items);
  return PARTS.get(part(id, value.length))?.(value, items, profile) ?? false;
}

/** The first part is a known one, or the parts fill the item. */
export function startsWithPart(data: Buffer): boolean {
  if (data.length < PART_HEAD) return false;
  const [length, id] = [data.readUInt16BE(0), data.readUInt16BE(2)];
  if (length >= 2 && 2 + length <= data.length && (id === WIFI || PARTS.has(part(id, length - 2))))
    return true;
  let at = 0;
  while (at + PART_HEAD <= data.length) {
    const step = data.readUInt16BE(at);
    if (step < 2) return false;
    at += 2 + step;
  }
  return at === data.length;
}

function isCells(data: Buffer): boolean {
  if (data.length < 8 || (data.length - 3) % 5 !== 0) return false;
  const country = data.readUInt16BE(0);
  return country >= FIRST_COUNTRY && country <= LAST_COUNTRY;
}

function readCellList(data: Buffer, { attributes }: Items): void {
  const [country, network] = [data.readUInt16BE(0), data.readUInt8(2)];
  for (let at = 3; at < data.length; at += 5) {
    const [area, cell, signal] = [data.readUInt16BE(at), data.readUInt16BE(at + 2), data.readUInt8(at + 4)];
    addCell(attributes, { country, network, area, cell, signal });
  }
}

function part(id: number, length: number): number {
  return id * 256 + length;
}

function voltage(to: Items['attributes'], name: string, millivolts: number): true {
  to[name] = millivolts / 1000;
  return true;
}

function isZero(bits: number, bit: number): boolean {
  return (bits & (1 << bit)) === 0;
}

const STATE_ONE = [
  [4, { name: 'collision', notice: 'VIBRATION' }],
  [8, { name: 'harshAcceleration', notice: null }],
  [9, { name: 'harshDeceleration', notice: null }],
  [12, { name: 'removed', notice: 'TEARDOWN' }],
  [25, { name: 'sharpTurn', notice: null }],
  [30, { name: 'falseBaseStation', notice: null }],
  [31, { name: 'falseBaseStation', notice: null }],
] as const;

function stateOne(data: Buffer, items: Items, { vendor }: Profile): boolean {
  const bits = data.readUInt32BE(0);
  for (const [bit, meaning] of STATE_ONE) if (isZero(bits, bit)) items.alarms.add(meaning);
  if (isZero(bits, 1)) items.attributes.sleep = 'light';
  if (isZero(bits, 0)) {
    if (vendor?.name === 'seeworld') items.alarms.add({ name: 'powerCut', notice: 'OUTAGE' });
    else if (vendor?.name === 'bsj') items.attributes.batterySwitchOn = true;
  }
  if (bits !== 0xffff_ffff) items.attributes[itemName(EXTENDED, 0x0089)] = data.toString('hex');
  return true;
}

const MOTION_SHIFT = 23;

/** Bits 23 and 24 say whether it moves: 0 yes, 1 no. */
function stateTwo(data: Buffer, items: Items): boolean {
  const bits = data.readUInt32BE(0);
  if (isZero(bits, 6)) items.alarms.add({ name: 'vibration', notice: 'VIBRATION' });
  if (isZero(bits, 14)) items.alarms.add({ name: 'exposedToLight', notice: 'TEARDOWN' });
  const motion = (bits >>> MOTION_SHIFT) & 3;
  if (motion < 2) items.attributes.moving = motion === 0;
  if (bits !== 0xffff_ffff) items.attributes[itemName(EXTENDED, 0x00c5)] = data.toString('hex');
  return true;
}

function batteryAlarm(data: Buffer, { alarms, attributes }: Items): boolean {
  const code = data.readUInt8(0);
  if (code === 3 || code === 4) alarms.add({ name: 'batteryLow', notice: 'LOWPOWER' });
  attributes.batteryAlarm = code;
  return true;
}

function fourthGeneration(data: Buffer, { attributes }: Items): boolean {
  addCell(attributes, {
    country: data.readUInt16BE(0),
    network: data.readUInt8(2),
    area: data.readUInt16BE(3),
    cell: data.readUInt32BE(5),
    signal: null,
  });
  return true;
}

function wifi(data: Buffer, { attributes }: Items): boolean {
  const text = printable(data.subarray(1));
  if (data.length < 2 || text === null) return false;
  readWifiText(text, attributes);
  return true;
}
