import type { BeidouCoding } from '@wakeline/domain/satellite/beidou-coding';
import { readContent, readSentenceContent, writeSentenceContent } from './content.ts';
import type { Decoded } from './decoding.ts';
import type { BeidouContent, Clock, MessageEvent, Reception } from './event.ts';
import { cardOf, numberOf, textOf, timeOf, writeClockTime } from './fields.ts';
import type { BeidouRequest, MessageRequest } from './request.ts';
import { joinFields, type Sentence, writeSentence } from './sentence.ts';

/**
 * | sentence | fields                                                                                            |
 * | -------- | ------------------------------------------------------------------------------------------------- |
 * | CCTXA    | receiver, 0 urgent or 1 ordinary, coding, content                                                 |
 * | BDTXR    | reception 1 to 5, sender, coding, hhmm, content                                                   |
 * | CCTCQ    | receiver, frequency point, confirmation 1 no or 2 yes, coding, content, repetition (may be absent)|
 * | BDTCI    | sender, receiver, frequency point, hhmmss, coding, 0 (may be absent), content                     |
 *
 * Codings are numbered from 0 by BeiDou-2 and from 1 by BeiDou-3.
 */
const CODINGS: readonly BeidouCoding[] = ['hanzi', 'code', 'mixed'];
/** Number of a position report in BDTXR; its content is that of `code`. */
const POSITION_CODING = 3;
const COMPRESSED: readonly number[] = [4, 5];
const RECEPTIONS: readonly Reception[] = ['ordinary', 'urgent', 'broadcast', 'stored', 'stored-by-sender'];
/** By the position of the content in the shorter form. */
const TCI_CONTENT = 5;
const TCQ_CONTENT = 4;
/** Frequency point on which most machines receive. */
const USUAL_POINT = 2;

export function writeMessageRequest(
  { urgent, receipt, content }: MessageRequest,
  receiver: number,
  dialect: '2.1' | 'BD-3',
  frequencyPoint: number,
): Buffer {
  const number = codingIndex(content.coding);
  const field = writeSentenceContent(content);
  if (dialect === '2.1') {
    const card = String(receiver).padStart(7, '0');
    return writeSentence('CCTXA', [card, urgent ? 0 : 1, number, field]);
  }
  return writeSentence('CCTCQ', [receiver, frequencyPoint, receipt ? 2 : 1, number + 1, field, 0]);
}

export function readMessageRequest({ fields }: Sentence): Decoded<BeidouRequest> {
  const receiver = cardOf(fields, 0);
  const coding = CODINGS[numberOf(fields, 2) ?? -1];
  if (receiver === null || coding === undefined || fields.length < 4) return 'no receiver, coding or content';
  const content = readSentenceContent(coding, joinFields(fields, 3));
  return { type: 'message', receiver, urgent: textOf(fields, 1) === '0', receipt: false, content };
}

export function readRegionalRequest({ fields }: Sentence): Decoded<BeidouRequest> {
  const receiver = cardOf(fields, 0);
  const coding = CODINGS[(numberOf(fields, 3) ?? 0) - 1];
  if (receiver === null || coding === undefined || fields.length <= TCQ_CONTENT)
    return 'no receiver, coding or content';
  const content = readSentenceContent(coding, fields[TCQ_CONTENT] ?? Buffer.alloc(0));
  return { type: 'message', receiver, urgent: false, receipt: textOf(fields, 2) === '2', content };
}

export function readMessage({ fields }: Sentence, clock: Clock): Decoded<MessageEvent> {
  const reception = RECEPTIONS[(numberOf(fields, 0) ?? 0) - 1];
  const sender = cardOf(fields, 1);
  if (reception === undefined || sender === null || fields.length < 5)
    return 'no reception, sender or content';
  const number = numberOf(fields, 2);
  const coding = number === POSITION_CODING ? 'code' : CODINGS[number ?? -1];
  if (coding === undefined) return `coding ${textOf(fields, 2)}`;
  return {
    type: 'message',
    reception,
    sender,
    receiver: null,
    sentAt: timeOf(fields, 3, clock),
    content: readField(coding, joinFields(fields, 4), clock),
    intact: null,
  };
}

export function writeMessage(event: MessageEvent, offset: number): Buffer {
  const time = event.sentAt === null ? '' : writeClockTime(event.sentAt, offset).slice(0, 4);
  return writeSentence('BDTXR', [
    RECEPTIONS.indexOf(event.reception) + 1,
    event.sender,
    codingIndex(event.content.coding),
    time,
    writeSentenceContent(event.content),
  ]);
}

export function readRegionalMessage({ fields }: Sentence, clock: Clock): Decoded<MessageEvent> {
  const [sender, receiver] = [cardOf(fields, 0), cardOf(fields, 1)];
  if (sender === null || fields.length <= TCI_CONTENT) return 'no sender or content';
  const number = numberOf(fields, 4);
  const coding = COMPRESSED.includes(number ?? 0) ? 'compressed' : CODINGS[(number ?? 0) - 1];
  if (coding === undefined) return `coding ${textOf(fields, 4)}`;
  const hasFlag = fields.length > TCI_CONTENT + 1 && textOf(fields, TCI_CONTENT) === '0';
  return {
    type: 'message',
    reception: 'ordinary',
    sender,
    receiver,
    sentAt: timeOf(fields, 3, clock),
    content: readField(coding, joinFields(fields, TCI_CONTENT + (hasFlag ? 1 : 0)), clock),
    intact: null,
  };
}

export function writeRegionalMessage(event: MessageEvent, { now, offset }: Clock): Buffer {
  return writeSentence('BDTCI', [
    event.sender,
    event.receiver ?? '',
    USUAL_POINT,
    writeClockTime(event.sentAt ?? now, offset),
    codingIndex(event.content.coding) + 1,
    0,
    writeSentenceContent(event.content),
  ]);
}

/** The number of a coding of BeiDou-2; that of `compressed` is the first one of BeiDou-3, less one. */
function codingIndex(coding: BeidouContent['coding']): number {
  return coding === 'compressed' ? CODINGS.length : CODINGS.indexOf(coding);
}

function readField(coding: BeidouContent['coding'], field: Buffer, clock: Clock): BeidouContent {
  if (coding === 'compressed') return readContent(coding, field, field.length * 8, clock);
  const content = readSentenceContent(coding, field);
  return readContent(content.coding, content.bytes, content.bits, clock);
}
