import type { DecodeErrorEvent, ReportsEvent, SessionEvent } from '../protocol.ts';
import type { ReportDraft } from '../report-draft.ts';
import { replaceControls } from '../text-fields.ts';

/**
 * A message of a device, in one of two forms:
 *
 * | form  | text                                                           | source                               |
 * | ----- | -------------------------------------------------------------- | ------------------------------------ |
 * | fixed | `(`, id of 12 characters, command of 4 characters, data, `)`   | KX402 GPRS protocol 1.5, section 2   |
 * | comma | `(`, id, `,`, command of 4 characters, `,`, data, `)`          | as in Traccar                        |
 */
export interface Sentence {
  readonly deviceId: string;
  readonly command: string;
  /** Without the comma before it. */
  readonly data: string;
  readonly isComma: boolean;
  readonly raw: Buffer;
  /** Time of receipt, epoch milliseconds. */
  readonly now: number;
}

/** Decodes a message. One file each, listed in `messages.ts`. */
export type SentenceDecoder = (sentence: Sentence) => SessionEvent | readonly SessionEvent[];

const FIXED = /^([0-9A-Za-z]{12})([A-Z]{2}[0-9A-Z]{2})(.*)$/s;
const COMMA = /^(\d{5,20}),([A-Z]{2}[0-9A-Z]{2})(?:,(.*))?$/s;

/** Returns null if the text has no id or no command. */
export function readSentence(raw: Buffer, now: number): Sentence | null {
  const text = replaceControls(raw.toString('latin1', 1, raw.length - 1));
  const comma = COMMA.exec(text);
  const [, deviceId = '', command = '', data = ''] = comma ?? FIXED.exec(text) ?? [];
  if (command === '') return null;
  return { deviceId, command, data, isComma: comma !== null, raw, now };
}

/** A message of the server in the form of the device. */
export function createReply(
  { deviceId, isComma }: Pick<Sentence, 'deviceId' | 'isComma'>,
  text: string,
): Buffer {
  return Buffer.from(`(${deviceId}${isComma ? ',' : ''}${text})`, 'latin1');
}

/** A report with a reply that is sent after the commit. Devices that may not report get none. */
export function createReportsEvent(
  { deviceId, raw }: Sentence,
  report: ReportDraft,
  reply: Buffer | null = null,
): ReportsEvent {
  return { type: 'reports', deviceId, reports: [report], unreadable: [], raw, reply, rejectReply: null };
}

export function createMalformedEvent(
  { deviceId, command, raw }: Sentence,
  detail: string,
  reply: Buffer | null = null,
): DecodeErrorEvent {
  return { type: 'decode-error', error: 'malformed', deviceId, detail: `${command}: ${detail}`, raw, reply };
}
