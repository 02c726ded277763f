import type { AttributeValue, Fix, Report } from '@wakeline/domain/reports/report';
import { Alarms } from './alarm.ts';
import { readTime } from './clock.ts';
import { readText } from './gbk.ts';
import {
  createMalformedEvent,
  createReportsEvent,
  createStatusReport,
  type Message,
  type MessageDecoder,
  type Platform,
} from './message.ts';
import { createTextReceipt } from './receipts.ts';
import { truncateText } from './text.ts';
import { readVehicleData } from './vehicle-data.ts';

/**
 * 0x0900: transparent data (2013 section 8.58 table 91, 2019 section 8.52): a kind (1) and its content. 0x41 and 0x42
 * are the serial ports of the terminal, 0xf0 to 0xff are vendor-specific.
 *
 * Text becomes `text`, vehicle data of kind 0xf0 are decoded (`vehicle-data.ts`), everything else is stored as
 * hexadecimal text in `transparentData`. Text of kind 0xf0 can be the answer of a terminal to a text. Acknowledged with 0x8001 after the commit.
 */
const VENDOR_DATA = 0xf0;
/** Maximum bytes of content in a report. */
const MAX_DATA_LENGTH = 1024;
const TEXT = /^[\t\r\n\x20-\x7e\x80-\xfe]+$/;

export const transparent: MessageDecoder = {
  id: 0x0900,
  decode(message: Message, platform: Platform) {
    const { body } = message;
    const kind = body[0];
    if (kind === undefined) return [createMalformedEvent(message, platform, 'empty transparent data')];
    const report = createReport(message, kind, body.subarray(1));
    const { text } = report.attributes;
    const event = createReportsEvent(message, platform, [report]);
    const isResponse = kind === VENDOR_DATA && typeof text === 'string';
    return isResponse ? [event, createTextReceipt(message, text)] : [event];
  },
};

function createReport(message: Message, kind: number, content: Buffer): Report {
  const attributes: Record<string, AttributeValue> = { transparentKind: kind };
  const text = content.toString('latin1').replace(/\0+$/, '');
  if (TEXT.test(text)) {
    attributes.text = truncateText(readText(content));
    return createStatusReport(message, { attributes });
  }
  const vehicle = kind === VENDOR_DATA ? createVehicleReport(message, content, attributes) : null;
  if (vehicle !== null) return vehicle;
  attributes.transparentData = content.toString('hex', 0, MAX_DATA_LENGTH);
  return createStatusReport(message, { attributes });
}

function createVehicleReport(
  message: Message,
  content: Buffer,
  attributes: Record<string, AttributeValue>,
): Report | null {
  const time = readTime(content, 0);
  if (time === null) return null;
  const alarms = new Alarms();
  const location: { fix: Fix | null } = { fix: null };
  if (!readVehicleData(content.subarray(6), { alarms, attributes, location, profile: message.profile }))
    return null;
  if (alarms.names !== '') attributes.alarmNames = alarms.names;
  return {
    ...createStatusReport(message, { attributes, alarms: [...alarms.notices] }, time),
    fix: location.fix,
  };
}
