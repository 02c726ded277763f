import type { Report } from '@wakeline/domain/report';
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
}

/** What some protocol numbers mean. One file each, listed in `messages.ts`. */
export interface MessageKind {
  readonly ids: readonly number[];
  events(message: Message): readonly SessionEvent[];
}

/** An answer is a packet of the same kind, number and serial; its content is empty for nearly all. */
export function answer(to: Packet, content: Buffer = Buffer.alloc(0)): Buffer {
  return closeFrame({ id: to.id, content, serial: to.serial, extended: to.extended });
}

/** A report that is answered once it is stored. To a device that may not report nothing is said: GT06 has no word for it. */
export function reported(
  message: Message,
  report: Report,
  reply: Buffer | null = answer(message),
): ReportsEvent {
  const { deviceId, raw } = message;
  return { type: 'reports', deviceId, reports: [report], unreadable: [], raw, reply, refused: null };
}

export function malformed(message: Message, detail: string): FaultEvent {
  const { id, deviceId, raw } = message;
  return {
    type: 'fault',
    fault: 'malformed',
    deviceId,
    detail: `${nameOf(id)}: ${detail}`,
    raw,
    reply: null,
  };
}

export function nameOf(id: number): string {
  return `0x${id.toString(16).padStart(2, '0')}`;
}
