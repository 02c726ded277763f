import type { AttributeValue, Fix, Report } from '@wakeline/domain/reports/report';
import { Alarms } from './alarm.ts';
import { readTime } from './clock.ts';
import { readText } from './gbk.ts';
import {
  type Message,
  type MessageKind,
  malformed,
  type Platform,
  reported,
  statusReport,
} from './message.ts';
import { shortened } from './text.ts';
import { readVehicleData } from './vehicle-data.ts';

/**
 * 0x0900 data passed through (2013 section 8.58 table 91, 2019 section 8.52): a kind (1) and its content. 0x41 and 0x42 are the
 * serial ports of the terminal, 0xf0 to 0xff are up to the vendor.
 *
 * Content that is text becomes `text`, vehicle data of kind 0xf0 are decoded (`vehicle-data.ts`), the rest is kept as hexadecimal
 * text in `transparentData`. Answered by 0x8001 after it is stored.
 */
const VEHICLE = 0xf0;
/** Bytes of content that a report keeps. */
const MAX_DATA = 1024;
const TEXT = /^[\t\r\n\x20-\x7e\x80-\xfe]+$/;

export const transparent: MessageKind = {
  id: 0x0900,
  events(message: Message, platform: Platform) {
    const { body } = message;
    const kind = body[0];
    if (kind === undefined) return [malformed(message, platform, 'nothing that was passed through')];
    return [reported(message, platform, [read(message, kind, body.subarray(1))])];
  },
};

function read(message: Message, kind: number, content: Buffer): Report {
  const attributes: Record<string, AttributeValue> = { transparentKind: kind };
  const text = content.toString('latin1').replace(/\0+$/, '');
  if (TEXT.test(text)) {
    attributes.text = shortened(readText(content));
    return statusReport(message, { attributes });
  }
  const vehicle = kind === VEHICLE ? readVehicle(message, content, attributes) : null;
  if (vehicle !== null) return vehicle;
  attributes.transparentData = content.toString('hex', 0, MAX_DATA);
  return statusReport(message, { attributes });
}

function readVehicle(
  message: Message,
  content: Buffer,
  attributes: Record<string, AttributeValue>,
): Report | null {
  const time = readTime(content, 0);
  if (time === null) return null;
  const alarms = new Alarms();
  const place: { fix: Fix | null } = { fix: null };
  if (!readVehicleData(content.subarray(6), { alarms, attributes, place, profile: message.profile }))
    return null;
  if (alarms.names !== '') attributes.alarmNames = alarms.names;
  return { ...statusReport(message, { attributes, alarms: [...alarms.notices] }, time), fix: place.fix };
}
