import type { DecodeErrorEvent, ReportsEvent, SessionEvent } from '../protocol.ts';
import type { ReportDraft } from '../report-draft.ts';
import { type Head, writeFrame } from './framing.ts';

/** A message: keyword and fields, separated by commas. */
export interface Message extends Head {
  readonly keyword: string;
  readonly fields: readonly string[];
  readonly raw: Buffer;
  /** Time of receipt, epoch milliseconds. */
  readonly now: number;
}

/** Decodes a message. One file each, listed in `messages.ts`. */
export type MessageDecoder = (message: Message) => SessionEvent | readonly SessionEvent[];

/** A frame of the server with vendor, id and number of the message. */
export function createReply(message: Head, content: string): Buffer {
  return writeFrame(message, content);
}

/** A report with a reply that is sent after the commit. Devices that may not report get none. */
export function createReportsEvent(
  { deviceId, raw }: Message,
  report: ReportDraft,
  reply: Buffer | null = null,
): ReportsEvent {
  return { type: 'reports', deviceId, reports: [report], unreadable: [], raw, reply, rejectReply: null };
}

export function createMalformedEvent(
  { deviceId, keyword, raw }: Message,
  detail: string,
  reply: Buffer | null = null,
): DecodeErrorEvent {
  return { type: 'decode-error', error: 'malformed', deviceId, detail: `${keyword}: ${detail}`, raw, reply };
}
