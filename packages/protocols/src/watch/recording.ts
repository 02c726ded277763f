import { audioFormatOf, type MediaRefusal } from '@wakeline/domain/media/media';
import type { MediaEvent, MediaRefusedEvent, SessionEvent } from '../protocol.ts';
import { unescapeBytes } from './escapes.ts';
import { createMalformedEvent, createReply, type Message } from './message.ts';
import type { RecordingParts } from './recording-parts.ts';

/**
 * TK: a voice message, usually AMR ("GPRS Communication Protocol" 1.8). JXTK: a longer one in several messages (as in
 * Traccar). The audio is escaped: `escapes.ts`.
 *
 * | message | fields                                            | reply                                             |
 * | ------- | ------------------------------------------------- | ------------------------------------------------- |
 * | TK      | audio                                             | `TK,1` after it is stored, `TK,0` if it is not    |
 * | JXTK    | number, name, part from 1, number of parts, audio | the same as `JXTKR,1` and `JXTKR,0`, to each part |
 */
export const RECORDING_KEYWORDS: ReadonlySet<string> = new Set(['TK', 'JXTK']);
const PART_FIELDS = /^([^,]{0,20}),([^,]{0,100}),(\d{1,3}),(\d{1,3}),/;

/** @param content the complete content of the message, in Latin-1 */
export function decodeRecording(
  message: Message,
  content: string,
  parts: RecordingParts,
): readonly SessionEvent[] {
  const rest = content.slice(message.keyword.length + 1);
  if (message.keyword === 'TK') return [readAudio(message, rest, 'TK')];
  const header = PART_FIELDS.exec(rest);
  if (header === null) return [createMalformedEvent(message, 'not the header of a part')];
  const [matched, number = '', name = '', part = '', total = ''] = header;
  const data = unescapeBytes(Buffer.from(rest.slice(matched.length), 'latin1'));
  if (data === null) {
    parts.discard(message.deviceId);
    return [createRefusal(message, 'damaged', `part ${part} of ${total}: an unknown escape`, 'JXTKR')];
  }
  const key = `${number},${name}`;
  const added = parts.add(message, { key, part: Number(part), total: Number(total), data });
  const { deviceId } = message;
  switch (added.type) {
    case 'partial':
      return [...added.dropped, { type: 'sub-package', deviceId, reply: createReply(message, 'JXTKR,1') }];
    case 'refused':
      return [...added.dropped, createRefusal(message, added.reason, added.detail, 'JXTKR')];
    case 'complete':
      return [...added.dropped, createMedia(message, added.content, 'JXTKR')];
  }
}

function readAudio(message: Message, escaped: string, keyword: string): SessionEvent {
  const content = unescapeBytes(Buffer.from(escaped, 'latin1'));
  return content === null
    ? createRefusal(message, 'damaged', 'an unknown escape', keyword)
    : createMedia(message, content, keyword);
}

function createMedia(message: Message, content: Buffer, keyword: string): MediaEvent | MediaRefusedEvent {
  const format = audioFormatOf(content);
  if (format === null) {
    const detail = `the content starts with ${content.toString('hex', 0, 8)}`;
    return createRefusal(message, 'not-a-recording', detail, keyword);
  }
  const rejectReply = createReply(message, `${keyword},0`);
  return {
    type: 'media',
    deviceId: message.deviceId,
    kind: 'recording',
    mediaId: null,
    takenAt: message.now,
    position: null,
    channel: null,
    trigger: null,
    format,
    content,
    reply: createReply(message, `${keyword},1`),
    rejectReply,
    unreadableReply: rejectReply,
  };
}

function createRefusal(
  message: Message,
  reason: MediaRefusal,
  detail: string,
  keyword: string,
): MediaRefusedEvent {
  return {
    type: 'media-refused',
    deviceId: message.deviceId,
    kind: 'recording',
    reason,
    mediaId: null,
    channel: null,
    detail,
    reply: createReply(message, `${keyword},0`),
  };
}
