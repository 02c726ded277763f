import type { Report } from '@wakeline/domain/reports/report';
import type {
  DecodeErrorEvent,
  ReceiptEvent,
  ReportsEvent,
  SessionEvent,
  UnreadableReport,
} from '../protocol.ts';
import { splitFields } from '../text-fields.ts';

/**
 * A text of a device: `*`, vendor (two letters), device id, kind of message, fields, `#`; separated by commas ("GPS
 * Tracker Communication Protocol" v1.0.5, section 2.3). Example: `*HQ,353505910449999,XT#`.
 */
export interface Sentence {
  /** Mostly `HQ`. A reply repeats it. */
  readonly vendor: string;
  readonly deviceId: string;
  readonly kind: string;
  /** After the kind, without outer spaces. */
  readonly fields: readonly string[];
  readonly raw: Buffer;
  /** Time of receipt, epoch milliseconds. */
  readonly now: number;
}

/** Decodes the messages of some kinds. One file each, listed in `messages.ts`. */
export interface SentenceDecoder {
  readonly kinds: readonly string[];
  decode(sentence: Sentence): SessionEvent;
  /** The receipt that the message contains, besides what it reports. */
  receipt?(sentence: Sentence): ReceiptEvent;
}

const DEVICE_ID = /^\d{5,20}$/;
/** Vendor, device and kind. */
const HEAD_LENGTH = 3;

/** Returns null if the text has no device id or no kind. */
export function readSentence(raw: Buffer, now: number): Sentence | null {
  const fields = splitFields(raw.toString('latin1', 1, raw.length - 1));
  const [vendor = '', deviceId = '', kind = ''] = fields;
  if (!DEVICE_ID.test(deviceId) || kind === '') return null;
  return { vendor, deviceId, kind, fields: fields.slice(HEAD_LENGTH), raw, now };
}

/** A text of the server: vendor and id of the device, then the fields. */
export function createReply({ vendor, deviceId }: Sentence, ...fields: readonly string[]): Buffer {
  return writeSentence(vendor, deviceId, fields);
}

export function writeSentence(vendor: string, deviceId: string, fields: readonly string[]): Buffer {
  return Buffer.from(`*${[vendor, deviceId, ...fields].join(',')}#`, 'latin1');
}

/**
 * Reports with a reply that is sent after the commit. Devices that may not report get none: H02 has no negative reply.
 */
export function createReportsEvent(
  { deviceId, raw }: Pick<Sentence, 'deviceId' | 'raw'>,
  reports: readonly Report[],
  reply: Buffer | null = null,
  unreadable: readonly UnreadableReport[] = [],
): ReportsEvent {
  return { type: 'reports', deviceId, reports, unreadable, raw, reply, rejectReply: null };
}

export function createMalformedEvent({ deviceId, kind, raw }: Sentence, detail: string): DecodeErrorEvent {
  return {
    type: 'decode-error',
    error: 'malformed',
    deviceId,
    detail: `${kind}: ${detail}`,
    raw,
    reply: null,
  };
}
