import { CELL_FORMATS, readTower } from './cell.ts';
import { createFix, GPS_SCALE } from './gps.ts';
import { createDraft, createReportsEvent, type Draft, type Message, type MessageDecoder } from './message.ts';
import { addNotice } from './terminal-status.ts';

/**
 * Modules: an id (2 bytes), a length (1 byte in 0x36 and 0x37, 2 in 0x70) and that many bytes, big-endian (as in
 * Traccar; the mileage is big-endian in public captures).
 *
 * | id     | bytes | meaning                                                       | becomes                               |
 * | ------ | ----- | ------------------------------------------------------------- | ------------------------------------- |
 * | 0x0002 | 8     | IMSI                                                          | `imsi`                                |
 * | 0x0003 | 10    | ICCID                                                         | `iccid`                               |
 * | 0x0009 | 1     | satellites used                                               | `satellites`                          |
 * | 0x000a | 1     | satellites in view                                            | `satellitesVisible`                   |
 * | 0x0011 | 10    | MCC (2), MNC (2), LAC (2), cell id (3), signal (1)            | `cell`                                |
 * | 0x0018 | 2     | voltage of the battery, 0.01 V                                | `batteryVoltage`                      |
 * | 0x0027 | 2     | external voltage, 0.01 V                                      | `externalVoltage`                     |
 * | 0x0028 | 1     | HDOP, 0.1                                                     | `hdop`                                |
 * | 0x002a | 1     | low nibble: door, high nibble: cover; not 0: open             | `doorOpen`, `tamper`                  |
 * | 0x002b | 1     | alarm: 0x11, 0x12 low battery, 0x13 power cut, 0x14 removed   | `alarms`, `alarmCode`                 |
 * | 0x002c | 4     | time of the report, seconds since 1970                        | `time`                                |
 * | 0x002e | 4     | mileage, m                                                    | `odometer`                            |
 * | 0x0033 | 18    | time (4), satellites (1), altitude (2), latitude (4), longitude (4), speed (1), flags (2) | `fix`     |
 * | 0x003b | 2     | accuracy, 0.01 m                                              | `fix.accuracy`                        |
 * | 0x006a | 1     | battery, percent                                              | `battery`                             |
 *
 * Other modules and lengths are stored as hexadecimal text in `module` plus the id: `module003C`.
 */
const MODULAR = 0x70;

const ALARMS = { lowBattery: 0x11, lowPower: 0x12, powerCut: 0x13, removed: 0x14 };

export const modular: MessageDecoder = {
  ids: [MODULAR],
  decode(message: Message) {
    const report = createDraft(message);
    const unreadableDetail = readModules(message.content, 0, 2, report);
    return [
      createReportsEvent(message, report, undefined, unreadableDetail === '' ? null : unreadableDetail),
    ];
  },
};

/** Reads all modules up to the end; returns an error text for the first one that cannot be decoded, or ''. */
export function readModules(content: Buffer, start: number, lengthBytes: 1 | 2, draft: Draft): string {
  let offset = start;
  while (offset < content.length) {
    const dataStart = offset + 2 + lengthBytes;
    const end =
      dataStart > content.length ? dataStart : dataStart + content.readUIntBE(offset + 2, lengthBytes);
    if (end > content.length) return `truncated module: ${content.toString('hex', offset)}`;
    const id = content.readUInt16BE(offset);
    const data = content.subarray(dataStart, end);
    if (!readModule(id, data, draft)) {
      draft.attributes[`module${id.toString(16).padStart(4, '0').toUpperCase()}`] = data.toString('hex');
    }
    offset = end;
  }
  return '';
}

/** Returns false if the module is not known with this length. */
function readModule(id: number, data: Buffer, draft: Draft): boolean {
  const { attributes } = draft;
  switch ((id << 8) | data.length) {
    case 0x0002_08:
      attributes.imsi = data.toString('hex').slice(1);
      return true;
    case 0x0003_0a:
      attributes.iccid = data.toString('hex').replace(/f+$/, '');
      return true;
    case 0x0009_01:
      draft.satellites = data.readUInt8(0);
      return true;
    case 0x000a_01:
      attributes.satellitesVisible = data.readUInt8(0);
      return true;
    case 0x0011_0a: {
      const tower = readTower(data, 4, CELL_FORMATS.gsm);
      const network = `${data.readUInt16BE(0)},${data.readUInt16BE(2)}`;
      if (tower !== null) attributes.cell = `${network},${tower},${data.readUInt8(9)}`;
      return true;
    }
    case 0x0018_02:
      attributes.batteryVoltage = data.readUInt16BE(0) / 100;
      return true;
    case 0x0027_02:
      attributes.externalVoltage = data.readUInt16BE(0) / 100;
      return true;
    case 0x0028_01:
      attributes.hdop = data.readUInt8(0) / 10;
      return true;
    case 0x002a_01:
      attributes.doorOpen = (data.readUInt8(0) & 0x0f) !== 0;
      attributes.tamper = data.readUInt8(0) >> 4 !== 0;
      return true;
    case 0x002b_01:
      readAlarmModule(data.readUInt8(0), draft);
      return true;
    case 0x002c_04:
      // If there is a fix, the report has the time of the fix.
      if (draft.fix === null) draft.time = data.readUInt32BE(0) * 1000;
      return true;
    case 0x002e_04:
      attributes.odometer = data.readUInt32BE(0);
      return true;
    case 0x0033_12:
      readFix(data, draft);
      return true;
    case 0x003b_02:
      if (draft.fix !== null) draft.fix = { ...draft.fix, accuracy: data.readUInt16BE(0) / 100 };
      return draft.fix !== null;
    case 0x006a_01:
      if (data.readUInt8(0) <= 100) draft.battery = data.readUInt8(0);
      return data.readUInt8(0) <= 100;
    default:
      return false;
  }
}

function readAlarmModule(code: number, draft: Draft): void {
  if (code !== 0) draft.attributes.alarmCode = code;
  if (code === ALARMS.lowBattery || code === ALARMS.lowPower) addNotice('LOWPOWER', draft);
  else if (code === ALARMS.powerCut) addNotice('OUTAGE', draft);
  else if (code === ALARMS.removed) addNotice('TEARDOWN', draft);
}

function readFix(data: Buffer, draft: Draft): void {
  const time = data.readUInt32BE(0);
  // Zeros mean that there was no fix.
  if (time === 0) return;
  draft.time = time * 1000;
  draft.satellites = data.readUInt8(4);
  const fix = createFix(
    data.readUInt32BE(7) / GPS_SCALE,
    data.readUInt32BE(11) / GPS_SCALE,
    data.readUInt8(15),
    data.readUInt16BE(16),
  );
  draft.fix = fix === null ? null : { ...fix, altitude: data.readInt16BE(5) };
}
