import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { createFix, GPS_SCALE, readFlagAttributes, readTime, TIME_LENGTH } from './gps.ts';
import {
  createDraft,
  createMalformedEvent,
  createReply,
  createReportsEvent,
  createUnknownLengthEvent,
  type Draft,
  type Message,
  type MessageDecoder,
} from './message.ts';
import { addNotice } from './terminal-status.ts';

/**
 * 0x95: camera alarms (JC100 and JC400, as in Traccar), big-endian.
 *
 * | variant | content                                                                                                    |
 * | ------- | ---------------------------------------------------------------------------------------------------------- |
 * | JC100   | time (6), alarm (1)                                                                                        |
 * | JC100   | time (6), latitude (4), longitude (4), flags of `gps.ts` (2), alarm (1), alarm data (2), file names        |
 * | JC400   | 0xffff (2), version (1), time (6), satellites (1), latitude (4), longitude (4), speed in km/h (2), flags (2), |
 * |         | external voltage in 0.1 V (2), alarm (1), alarm data (2), file names                                       |
 *
 * The reply is an empty packet after the commit.
 */
const CAMERA_ALARM = 0x95;

const JC400 = 0xffff;
const SHORT_LENGTH = TIME_LENGTH + 1;
const COORDINATES_LENGTH = 10;
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

export const cameraAlarm: MessageDecoder = {
  ids: [CAMERA_ALARM],
  decode(message: Message) {
    const { content } = message;
    const isJc400 = content.length >= 2 && content.readUInt16BE(0) === JC400;
    const start = isJc400 ? 3 : 0;
    const length = isJc400 ? JC400_LENGTH : content.length === SHORT_LENGTH ? 0 : COORDINATES_LENGTH;
    const alarmAt = start + TIME_LENGTH + length;
    const end = length === 0 ? alarmAt + 1 : alarmAt + 1 + DATA_LENGTH;
    if (content.length < end) return [createUnknownLengthEvent(message)];
    const report = createDraft(message);
    const time = readTime(content.subarray(start), message.offsetMinutes, message.now);
    if (typeof time === 'string') return [createMalformedEvent(message, time, createReply(message))];
    report.time = time;
    if (isJc400) readFullFix(content.subarray(start + TIME_LENGTH), report);
    else if (length !== 0) readFix(content.subarray(TIME_LENGTH), report);
    const code = content.readUInt8(alarmAt);
    report.attributes.alarmCode = code;
    const notice = NOTICES.get(code);
    if (notice !== undefined) addNotice(notice, report);
    const files = content.toString('latin1', end).replace(/\0+$/, '');
    if (files !== '') report.attributes.files = files;
    return [createReportsEvent(message, report)];
  },
};

function readFix(data: Buffer, draft: Draft): void {
  const flags = data.readUInt16BE(8);
  draft.fix = createFix(data.readUInt32BE(0) / GPS_SCALE, data.readUInt32BE(4) / GPS_SCALE, null, flags);
  Object.assign(draft.attributes, readFlagAttributes(flags));
}

function readFullFix(data: Buffer, draft: Draft): void {
  const flags = data.readUInt16BE(11);
  draft.satellites = data.readUInt8(0) & 0x0f;
  const speed = data.readUInt16BE(9);
  draft.fix = createFix(data.readUInt32BE(1) / GPS_SCALE, data.readUInt32BE(5) / GPS_SCALE, speed, flags);
  Object.assign(draft.attributes, readFlagAttributes(flags));
  draft.attributes.externalVoltage = data.readUInt16BE(13) / 10;
}
