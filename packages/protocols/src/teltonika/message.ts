import type { Report } from '@wakeline/domain/reports/report';
import type { DecodeErrorEvent, ReportsEvent, UnreadableReport } from '../protocol.ts';
import type { Payload } from './framing.ts';

/** A packet or datagram of a known sender. */
export interface Message extends Payload {
  readonly deviceId: string;
  readonly raw: Buffer;
  /** Time of receipt, epoch milliseconds. */
  readonly now: number;
  /** Model of the device as entered in the account; may be empty. */
  readonly model: string;
  /** The reply that accepts this number of records. */
  readonly reply: (accepted: number) => Buffer;
}

/** Reports that are acknowledged after the commit. A device that may not report gets the number 0 and keeps them. */
export function createReportsEvent(
  { deviceId, raw, reply, count }: Message,
  reports: readonly Report[],
  unreadable: readonly UnreadableReport[],
): ReportsEvent {
  return {
    type: 'reports',
    deviceId,
    reports,
    unreadable,
    raw,
    reply: reply(count),
    rejectReply: reply(0),
  };
}

/** A packet without a readable record. The reply accepts it, because the device would repeat it forever. */
export function createMalformedEvent(
  { deviceId, raw, reply, count }: Message,
  detail: string,
): DecodeErrorEvent {
  return { type: 'decode-error', error: 'malformed', deviceId, detail, raw, reply: reply(count) };
}

export function formatCodec(codec: number): string {
  return `codec 0x${codec.toString(16).padStart(2, '0')}`;
}
