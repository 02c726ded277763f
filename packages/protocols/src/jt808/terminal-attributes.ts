import type { AttributeValue } from '@wakeline/domain/reports/report';
import { readText } from './gbk.ts';
import { readPrintable, setDigits } from './items.ts';
import {
  createMalformedEvent,
  createReportsEvent,
  createStatusReport,
  type Message,
  type MessageDecoder,
  type Platform,
} from './message.ts';

/**
 * 0x0107: terminal attributes (2013 section 8.16 table 20, 2019 section 8.16), big-endian. Some terminals send it
 * unsolicited.
 *
 * | 2013 | 2019 | bytes in 2013, 2019 | meaning                             |
 * | ---- | ---- | ------------------- | ----------------------------------- |
 * | 0    | 0    | 2                   | terminal type, bits                 |
 * | 2    | 2    | 5                   | manufacturer                        |
 * | 7    | 7    | 20, 30              | model, padded with zeros            |
 * | 27   | 37   | 7, 30               | terminal id                         |
 * | 34   | 67   | 10                  | ICCID, BCD                          |
 * | 44   | 77   | 1 + n               | length and text of hardware version |
 * |      |      | 1 + m               | length and text of firmware version |
 * |      |      | 2                   | GNSS and modem properties           |
 *
 * Becomes a report without a location, acknowledged with 0x8001 after the commit.
 */
export const TERMINAL_ATTRIBUTES = 0x0107;

const ICCID_LENGTH = 10;

export const terminalAttributes: MessageDecoder = {
  id: TERMINAL_ATTRIBUTES,
  decode(message: Message, platform: Platform) {
    const attributes = readTerminalAttributes(message.body, message.profile.is2019);
    if (attributes === null) {
      return [
        createMalformedEvent(
          message,
          platform,
          `truncated terminal attributes: ${message.body.length} bytes`,
        ),
      ];
    }
    return [createReportsEvent(message, platform, [createStatusReport(message, { attributes })])];
  },
};

/** Null if the fixed fields are incomplete. Truncated versions are omitted. */
export function readTerminalAttributes(body: Buffer, is2019: boolean): Record<string, AttributeValue> | null {
  const modelEnd = 7 + (is2019 ? 30 : 20);
  const terminalEnd = modelEnd + (is2019 ? 30 : 7);
  const fixedEnd = terminalEnd + ICCID_LENGTH;
  if (body.length < fixedEnd) return null;
  const attributes: Record<string, AttributeValue> = {};
  const set = (name: string, value: string) => {
    if (value !== '') attributes[name] = value;
  };
  set('manufacturer', readText(body.subarray(2, 7)));
  set('model', readText(body.subarray(7, modelEnd)));
  set('terminalId', readText(body.subarray(modelEnd, terminalEnd)));
  setDigits(attributes, 'iccid', body.toString('hex', terminalEnd, fixedEnd));
  const hardware = readTextAt(body, fixedEnd);
  set('hardwareVersion', hardware.text);
  set('softwareVersion', readTextAt(body, hardware.end).text);
  return attributes;
}

function readTextAt(body: Buffer, offset: number): { text: string; end: number } {
  const length = body[offset];
  const end = offset + 1 + (length ?? 0);
  if (length === undefined || end > body.length) return { text: '', end: body.length };
  return { text: readText(body.subarray(offset + 1, end)), end };
}

/**
 * 0x0120: the ICCID as text (Goome). Becomes a report without a location, acknowledged with 0x8001 after the commit.
 */
export const simCard: MessageDecoder = {
  id: 0x0120,
  decode(message: Message, platform: Platform) {
    const attributes: Record<string, AttributeValue> = {};
    if (!setDigits(attributes, 'iccid', readPrintable(message.body) ?? '')) {
      return [
        createMalformedEvent(message, platform, `invalid ICCID: ${message.body.toString('hex', 0, 32)}`),
      ];
    }
    return [createReportsEvent(message, platform, [createStatusReport(message, { attributes })])];
  },
};
