import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { AttributeValue, Fix, Report } from '@wakeline/domain/reports/report';
import type { DecodeErrorEvent, ReportsEvent, SessionEvent } from '../protocol.ts';
import { encodeFrame, type Packet } from './framing.ts';

/** A packet of a device that has logged in. */
export interface Message extends Packet {
  readonly deviceId: string;
  readonly raw: Buffer;
  /** Minutes by which the device's clock is ahead of UTC, from its login. */
  readonly offsetMinutes: number;
  /** Epoch milliseconds at which it came. */
  readonly now: number;
  /** Model of the device as the account has it; empty when it has none. */
  readonly model: string;
}

/** What some protocol numbers mean. One file each, listed in `messages.ts`. */
export interface MessageDecoder {
  readonly ids: readonly number[];
  decode(message: Message): readonly SessionEvent[];
}

/** A report that is still being read. */
export interface Draft {
  time: number;
  fix: Fix | null;
  battery: number | null;
  gsm: number | null;
  satellites: number | null;
  readonly alarms: NoticeType[];
  readonly attributes: Record<string, AttributeValue>;
}

/** A report without a place, of the moment at which the message came. */
export function createDraft({ now }: Message): Draft {
  return { time: now, fix: null, battery: null, gsm: null, satellites: null, alarms: [], attributes: {} };
}

/** An answer is a packet of the same kind, number and serial; its content is empty for nearly all. */
export function createReply(packet: Packet, content: Buffer = Buffer.alloc(0)): Buffer {
  return encodeFrame({ id: packet.id, content, serial: packet.serial, extended: packet.extended });
}

/**
 * A report that is answered once it is stored. To a device that may not report nothing is said: GT06 has no word for it.
 *
 * @param unreadableDetail what is wrong with the part that could not be read; its bytes are kept
 */
export function createReportsEvent(
  message: Message,
  report: Report,
  reply: Buffer | null = createReply(message),
  unreadableDetail: string | null = null,
): ReportsEvent {
  const { id, deviceId, raw } = message;
  const unreadable =
    unreadableDetail === null ? [] : [{ detail: `${formatMessageId(id)}: ${unreadableDetail}` }];
  return { type: 'reports', deviceId, reports: [report], unreadable, raw, reply, refused: null };
}

/**
 * A message that cannot be read.
 *
 * @param reply the answer where a device would send it for ever without one
 */
export function createMalformedEvent(
  message: Message,
  detail: string,
  reply: Buffer | null = null,
): DecodeErrorEvent {
  const { id, deviceId, raw } = message;
  return {
    type: 'fault',
    fault: 'malformed',
    deviceId,
    detail: `${formatMessageId(id)}: ${detail}`,
    raw,
    reply,
  };
}

/** A content of a length that no document has. */
export function createUnknownLengthEvent(message: Message): DecodeErrorEvent {
  return createMalformedEvent(message, describeUnknownLength(message), createReply(message));
}

export function describeUnknownLength({ content }: Message): string {
  return `no known layout has ${content.length} bytes`;
}

export function formatMessageId(id: number): string {
  return `0x${id.toString(16).padStart(2, '0')}`;
}
