import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { flagAttributes, GPS_SCALE, placeOf, readTime, TIME_LENGTH } from './gps.ts';
import {
  answer,
  type Draft,
  draftOf,
  type Message,
  type MessageKind,
  malformed,
  oddLength,
  reported,
} from './message.ts';
import { raise } from './terminal-status.ts';

/**
 * 0x95: alarms of cameras (JC100 and JC400, as Traccar reads them), big-endian.
 *
 * | variant | content                                                                                                    |
 * | ------- | ---------------------------------------------------------------------------------------------------------- |
 * | JC100   | time (6), alarm (1)                                                                                        |
 * | JC100   | time (6), latitude (4), longitude (4), flags of `gps.ts` (2), alarm (1), its data (2), names of files      |
 * | JC400   | 0xffff (2), version (1), time (6), satellites (1), latitude (4), longitude (4), speed in km/h (2), flags (2), |
 * |         | external voltage in 0.1 V (2), alarm (1), its data (2), names of files                                     |
 *
 * Answered by an empty packet once it is stored.
 */
const CAMERA_ALARM = 0x95;

const JC400 = 0xffff;
const SHORT_LENGTH = TIME_LENGTH + 1;
const PLACE_LENGTH = 10;
const JC400_LENGTH = 15;
const DATA_LENGTH = 2;

const NOTICES: ReadonlyMap<number, NoticeType> = new Map([
  [0x01, 'SOS'],
  [0x0e, 'LOWPOWER'],
  [0x80, 'VIBRATION'],
  [0x87, 'OVERSPEED'],
  [0x88, 'OUTAGE'],
  [0x93, 'VIBRATION'],
]);

export const cameraAlarm: MessageKind = {
  ids: [CAMERA_ALARM],
  events(message: Message) {
    const { content } = message;
    const jc400 = content.length >= 2 && content.readUInt16BE(0) === JC400;
    const start = jc400 ? 3 : 0;
    const length = jc400 ? JC400_LENGTH : content.length === SHORT_LENGTH ? 0 : PLACE_LENGTH;
    const alarmAt = start + TIME_LENGTH + length;
    const end = length === 0 ? alarmAt + 1 : alarmAt + 1 + DATA_LENGTH;
    if (content.length < end) return [oddLength(message)];
    const report = draftOf(message);
    const time = readTime(content.subarray(start), message.offsetMinutes, message.now);
    if (typeof time === 'string') return [malformed(message, time, answer(message))];
    report.time = time;
    if (jc400) readFullPlace(content.subarray(start + TIME_LENGTH), report);
    else if (length !== 0) readPlace(content.subarray(TIME_LENGTH), report);
    const code = content.readUInt8(alarmAt);
    report.attributes.alarmCode = code;
    const notice = NOTICES.get(code);
    if (notice !== undefined) raise(notice, report);
    const files = content.toString('latin1', end).replace(/\0+$/, '');
    if (files !== '') report.attributes.files = files;
    return [reported(message, report)];
  },
};

function readPlace(data: Buffer, to: Draft): void {
  const flags = data.readUInt16BE(8);
  to.fix = placeOf(data.readUInt32BE(0) / GPS_SCALE, data.readUInt32BE(4) / GPS_SCALE, null, flags);
  Object.assign(to.attributes, flagAttributes(flags));
}

function readFullPlace(data: Buffer, to: Draft): void {
  const flags = data.readUInt16BE(11);
  to.satellites = data.readUInt8(0) & 0x0f;
  const speed = data.readUInt16BE(9);
  to.fix = placeOf(data.readUInt32BE(1) / GPS_SCALE, data.readUInt32BE(5) / GPS_SCALE, speed, flags);
  Object.assign(to.attributes, flagAttributes(flags));
  to.attributes.externalVoltage = data.readUInt16BE(13) / 10;
}
