import { type Items, setBattery, setDigits, setSignal } from './items.ts';
import type { AlarmMeaning } from './vendor.ts';

/**
 * Item 0xe8 of Jimi dashcams (JC371, JC181, JC182, JC450, JC451): a kind (2). For 0x2000 to 0x2fff, a length (1) and
 * that many bytes of state follow. Kinds below 0x1000 are alarms; their further bytes are not needed.
 */
export const JIMI_MIN_LENGTH = 2;

const collision: AlarmMeaning = { name: 'collision', notice: 'VIBRATION' };
const acceleration: AlarmMeaning = { name: 'harshAcceleration', notice: null };
const braking: AlarmMeaning = { name: 'harshBraking', notice: null };
const turn: AlarmMeaning = { name: 'sharpTurn', notice: null };

const ALARMS: ReadonlyMap<number, AlarmMeaning> = new Map<number, AlarmMeaning>([
  [0x0001, { name: 'cameraFault', notice: null }],
  [0x0400, acceleration],
  [0x0401, braking],
  [0x0402, turn],
  [0x0403, { name: 'overspeed', notice: 'OVERSPEED' }],
  [0x0405, collision],
  [0x0406, { name: 'vibration', notice: 'VIBRATION' }],
  [0x0407, { name: 'towed', notice: 'VIBRATION' }],
  [0x0408, { name: 'areaEntered', notice: 'IN' }],
  [0x0409, { name: 'areaLeft', notice: 'OUT' }],
  [0x040c, { name: 'doorOpened', notice: null }],
  [0x0412, acceleration],
  [0x0413, braking],
  [0x0414, turn],
  [0x0415, { name: 'laneChange', notice: null }],
  [0x0416, collision],
  [0x0417, collision],
  [0x0c01, { name: 'sos', notice: 'SOS' }],
  [0x0c02, { name: 'lowPower', notice: 'LOWPOWER' }],
  [0x0c0e, { name: 'powerCut', notice: 'OUTAGE' }],
  [0x0c0f, { name: 'batteryLow', notice: 'LOWPOWER' }],
  [0x0c10, { name: 'poweredOff', notice: 'OUTAGE' }],
  [0x0c12, { name: 'removed', notice: 'TEARDOWN' }],
]);
const IGNITION_ON = 0x0c03;
const IGNITION_OFF = 0x0c04;
const LAST_ALARM = 0x0fff;
const BATTERY_MAX = 6;

export function readJimi(data: Buffer, items: Items): boolean {
  const kind = data.readUInt16BE(0);
  if (kind === IGNITION_ON || kind === IGNITION_OFF) {
    items.attributes.ignition = kind === IGNITION_ON;
    return true;
  }
  if (kind <= LAST_ALARM) {
    items.alarms.add(ALARMS.get(kind) ?? { name: `alarm${data.toString('hex', 0, 2)}`, notice: null });
    return true;
  }
  if (data.length < 3 || data.readUInt8(2) !== data.length - 3) return false;
  const state = data.subarray(3);
  if (kind === 0x2002 && state.length === 2) return readUpload(state, items);
  if (kind === 0x2003 && state.length === 7) return readPower(state, items);
  return kind === 0x2005 && readStates(state, items);
}

function readUpload(state: Buffer, { attributes }: Items): boolean {
  if (state.readUInt8(1) === 1) attributes.blindSpot = true;
  return true;
}

/** Charging, battery 1-6, battery in 0.01 V, signal, external supply in 0.01 V. */
function readPower(state: Buffer, items: Items): boolean {
  items.attributes.charging = state.readUInt8(0) === 1;
  const level = state.readUInt8(1);
  if (level >= 1 && level <= BATTERY_MAX) items.battery = Math.round((level * 100) / BATTERY_MAX);
  items.attributes.batteryVoltage = state.readUInt16BE(2) / 100;
  setSignal(state.readUInt8(4), items);
  items.attributes.externalVoltage = state.readUInt16BE(5) / 100;
  return true;
}

/** Reads states of id (2), length (1), value. Reads nothing if they do not fill the item exactly. */
function readStates(data: Buffer, items: Items): boolean {
  const states: [id: number, value: Buffer][] = [];
  let offset = 0;
  while (offset + 3 <= data.length) {
    const end = offset + 3 + data.readUInt8(offset + 2);
    if (end > data.length) return false;
    states.push([data.readUInt16BE(offset), data.subarray(offset + 3, end)]);
    offset = end;
  }
  if (offset !== data.length) return false;
  for (const [id, value] of states) readState(id, value, items);
  return true;
}

function readState(id: number, value: Buffer, items: Items): void {
  const { attributes } = items;
  switch ((id << 8) | value.length) {
    case 0x000102:
      attributes.batteryVoltage = value.readUInt16BE(0) / 100;
      return;
    case 0x000301:
      setBattery(value.readUInt8(0), items);
      return;
    case 0x000401:
      attributes.charging = value.readUInt8(0) === 0;
      return;
    case 0x00050a:
      setDigits(attributes, 'iccid', value.toString('hex'));
      return;
    case 0x000702:
      attributes.hdop = value.readUInt16BE(0) / 10;
      return;
    case 0x200102:
      attributes.externalVoltage = value.readUInt16BE(0) / 10;
      return;
    default:
      attributes[`itemE8${id.toString(16).padStart(4, '0').toUpperCase()}`] = value.toString('hex');
  }
}
