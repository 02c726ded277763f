import { createReceipt } from './instruction.ts';
import {
  createDraft,
  createReportsEvent,
  createUnknownLengthEvent,
  type Message,
  type MessageDecoder,
} from './message.ts';

/**
 * Text from a device: the reply to an instruction, or an unsolicited message.
 *
 * | number | content                                                                                                |
 * | ------ | ------------------------------------------------------------------------------------------------------ |
 * | 0x15   | length of flag and text or 0 (1), server flag (4), text, language (2) (Concox GT06 v1.8.1 section 6.2) |
 * | 0x21   | server flag (4), 1 for ASCII or 2 for UTF-16 (1), text (Concox JM-VL03 v1.1.2, online command)         |
 *
 * The text becomes `result`, a server flag other than 0 `serverFlag`; `<ICCID:...>` becomes `iccid`. No reply is sent,
 * because the message is a reply itself.
 */
const SHORT_TEXT = 0x15;
const LONG_TEXT = 0x21;

const FLAG_LENGTH = 4;
const LANGUAGE_LENGTH = 2;
const UTF_16 = 2;
const ICCID = /^<ICCID:([0-9A-Fa-f]{18,20})>/;

export const text: MessageDecoder = {
  ids: [SHORT_TEXT, LONG_TEXT],
  decode(message: Message) {
    const content =
      message.id === SHORT_TEXT ? readShortText(message.content) : readLongText(message.content);
    if (content === null) return [createUnknownLengthEvent(message)];
    const report = createDraft(message);
    const iccid = ICCID.exec(content.text)?.[1];
    if (iccid !== undefined) report.attributes.iccid = iccid;
    else report.attributes.result = content.text;
    if (content.flag !== 0) report.attributes.serverFlag = content.flag;
    const reports = createReportsEvent(message, report, null);
    // An ICCID is sent without being asked for.
    if (iccid !== undefined) return [reports];
    return [reports, createReceipt(message.deviceId, content, message.raw)];
  },
};

interface TextContent {
  readonly flag: number;
  readonly text: string;
}

function readShortText(content: Buffer): TextContent | null {
  // Some devices send length 0 and pad the text with zeros.
  const length = content[0] === 0 ? content.length - 1 - LANGUAGE_LENGTH : (content[0] ?? 0);
  const end = 1 + length;
  const rest = content.length - end;
  if (length < FLAG_LENGTH || (rest !== 0 && rest !== LANGUAGE_LENGTH)) return null;
  return {
    flag: content.readUInt32BE(1),
    text: trimPadding(content.toString('latin1', 1 + FLAG_LENGTH, end)),
  };
}

function readLongText(content: Buffer): TextContent | null {
  if (content.length < FLAG_LENGTH + 1) return null;
  const data = content.subarray(FLAG_LENGTH + 1);
  const isUtf16 = content.readUInt8(FLAG_LENGTH) === UTF_16;
  if (isUtf16 && data.length % 2 !== 0) return null;
  const text = isUtf16 ? Buffer.from(data).swap16().toString('utf16le') : data.toString('latin1');
  return { flag: content.readUInt32BE(0), text: trimPadding(text) };
}

/** Devices pad the text with zeros. */
function trimPadding(text: string): string {
  return text.replaceAll('\0', '').trim();
}
