import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { AttributeValue, Fix, Report } from '@wakeline/domain/reports/report';
import type { FaultEvent, ReportsEvent, SessionEvent } from '../protocol.ts';
import { closeFrame, type Packet } from './framing.ts';

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
export interface MessageKind {
  readonly ids: readonly number[];
  events(message: Message): readonly SessionEvent[];
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
export function draftOf({ now }: Message): Draft {
  return { time: now, fix: null, battery: null, gsm: null, satellites: null, alarms: [], attributes: {} };
}

/** An answer is a packet of the same kind, number and serial; its content is empty for nearly all. */
export function answer(to: Packet, content: Buffer = Buffer.alloc(0)): Buffer {
  return closeFrame({ id: to.id, content, serial: to.serial, extended: to.extended });
}

/**
 * A report that is answered once it is stored. To a device that may not report nothing is said: GT06 has no word for it.
 *
 * @param unread what is wrong with the part that could not be read; its bytes are kept
 */
export function reported(
  message: Message,
  report: Report,
  reply: Buffer | null = answer(message),
  unread: string | null = null,
): ReportsEvent {
  const { id, deviceId, raw } = message;
  const unreadable = unread === null ? [] : [{ detail: `${nameOf(id)}: ${unread}` }];
  return { type: 'reports', deviceId, reports: [report], unreadable, raw, reply, refused: null };
}

/**
 * A message that cannot be read.
 *
 * @param reply the answer where a device would send it for ever without one
 */
export function malformed(message: Message, detail: string, reply: Buffer | null = null): FaultEvent {
  const { id, deviceId, raw } = message;
  return { type: 'fault', fault: 'malformed', deviceId, detail: `${nameOf(id)}: ${detail}`, raw, reply };
}

/** A content of a length that no document has. */
export function oddLength(message: Message): FaultEvent {
  return malformed(message, noLayout(message), answer(message));
}

export function noLayout({ content }: Message): string {
  return `no known layout has ${content.length} bytes`;
}

export function nameOf(id: number): string {
  return `0x${id.toString(16).padStart(2, '0')}`;
}
