import { draftOf, type Message, type MessageKind, oddLength, reported } from './message.ts';

/**
 * Text of a device: what it replies to an instruction, or says of its own accord.
 *
 * | number | content                                                                                                |
 * | ------ | ------------------------------------------------------------------------------------------------------ |
 * | 0x15   | length of flag and text or 0 (1), server flag (4), text, language (2) (Concox GT06 v1.8.1 section 6.2) |
 * | 0x21   | server flag (4), 1 for ASCII or 2 for UTF-16 (1), text (Concox JM-VL03 v1.1.2, online command)         |
 *
 * The text becomes `result`, a server flag that is not 0 `serverFlag`; `<ICCID:...>` becomes `iccid`. It is a reply itself and
 * gets none.
 */
const SHORT_TEXT = 0x15;
const LONG_TEXT = 0x21;

const FLAG_LENGTH = 4;
const LANGUAGE_LENGTH = 2;
const UTF_16 = 2;
const ICCID = /^<ICCID:([0-9A-Fa-f]{18,20})>/;

export const text: MessageKind = {
  ids: [SHORT_TEXT, LONG_TEXT],
  events(message: Message) {
    const found = message.id === SHORT_TEXT ? shortText(message.content) : longText(message.content);
    if (found === null) return [oddLength(message)];
    const report = draftOf(message);
    const iccid = ICCID.exec(found.text)?.[1];
    if (iccid !== undefined) report.attributes.iccid = iccid;
    else report.attributes.result = found.text;
    if (found.flag !== 0) report.attributes.serverFlag = found.flag;
    return [reported(message, report, null)];
  },
};

interface Text {
  readonly flag: number;
  readonly text: string;
}

function shortText(content: Buffer): Text | null {
  // Some devices state no length, and fill the text with zeros.
  const length = content[0] === 0 ? content.length - 1 - LANGUAGE_LENGTH : (content[0] ?? 0);
  const end = 1 + length;
  const rest = content.length - end;
  if (length < FLAG_LENGTH || (rest !== 0 && rest !== LANGUAGE_LENGTH)) return null;
  return { flag: content.readUInt32BE(1), text: trimmed(content.toString('latin1', 1 + FLAG_LENGTH, end)) };
}

function longText(content: Buffer): Text | null {
  if (content.length < FLAG_LENGTH + 1) return null;
  const data = content.subarray(FLAG_LENGTH + 1);
  const wide = content.readUInt8(FLAG_LENGTH) === UTF_16;
  if (wide && data.length % 2 !== 0) return null;
  const text = wide ? Buffer.from(data).swap16().toString('utf16le') : data.toString('latin1');
  return { flag: content.readUInt32BE(0), text: trimmed(text) };
}

/** Devices fill their text with zeros. */
function trimmed(text: string): string {
  return text.replaceAll('\0', '').trim();
}
