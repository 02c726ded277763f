import type { Report } from '@wakeline/domain/reports/report';
import type { DecodeErrorEvent, ReportsEvent, SessionEvent } from '../protocol.ts';
import { createReportDraft, type ReportDraft } from '../report-draft.ts';
import { encodeFrame, type Packet } from './framing.ts';

/** A packet of a logged-in device. */
export interface Message extends Packet {
  readonly deviceId: string;
  readonly raw: Buffer;
  /** UTC offset of the device's clock in minutes, from its login. */
  readonly offsetMinutes: number;
  /** Time of receipt, epoch milliseconds. */
  readonly now: number;
  /** Model of the device as entered in the account; may be empty. */
  readonly model: string;
}

/** Decodes the messages of some protocol numbers. One file each, listed in `messages.ts`. */
export interface MessageDecoder {
  readonly ids: readonly number[];
  decode(message: Message): readonly SessionEvent[];
}

/** A report under construction. */
export type Draft = ReportDraft;

/** An empty report with the time of receipt. */
export function createDraft({ now }: Message): Draft {
  return createReportDraft(now);
}

/** A reply has the frame type, number and serial of the packet; for most messages its content is empty. */
export function createReply(packet: Packet, content: Buffer = Buffer.alloc(0)): Buffer {
  return encodeFrame({ id: packet.id, content, serial: packet.serial, extended: packet.extended });
}

/**
 * A report that is acknowledged after the commit. Devices that may not report get no reply: GT06 has no negative one.
 *
 * @param unreadableDetail error text for the bytes that could not be decoded; they are stored
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
  return { type: 'reports', deviceId, reports: [report], unreadable, raw, reply, rejectReply: null };
}

/**
 * A message that cannot be decoded.
 *
 * @param reply for messages that the device would repeat forever without a reply
 */
export function createMalformedEvent(
  message: Message,
  detail: string,
  reply: Buffer | null = null,
): DecodeErrorEvent {
  const { id, deviceId, raw } = message;
  return {
    type: 'decode-error',
    error: 'malformed',
    deviceId,
    detail: `${formatMessageId(id)}: ${detail}`,
    raw,
    reply,
  };
}

/** A message with an undocumented length. */
export function createUnknownLengthEvent(message: Message): DecodeErrorEvent {
  return createMalformedEvent(message, describeUnknownLength(message), createReply(message));
}

export function describeUnknownLength({ content }: Message): string {
  return `no known layout has ${content.length} bytes`;
}

export function formatMessageId(id: number): string {
  return `0x${id.toString(16).padStart(2, '0')}`;
}
