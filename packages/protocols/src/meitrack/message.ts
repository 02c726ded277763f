import type { Fix, Report } from '@wakeline/domain/reports/report';
import type { DecodeErrorEvent, ReportsEvent, SessionEvent } from '../protocol.ts';
import type { ReportDraft } from '../report-draft.ts';
import { encodeFrame, FROM_SERVER, type Packet } from './framing.ts';

/** A packet of a device. */
export interface Message extends Packet {
  readonly deviceId: string;
  /** Three characters: `AAA`. */
  readonly command: string;
  /** The values after the command. */
  readonly content: Buffer;
  readonly raw: Buffer;
  /** Time of receipt, epoch milliseconds. */
  readonly now: number;
  /** Model of the device as entered in the account; may be empty. */
  readonly model: string;
}

export type MessageDecoder = (message: Message) => readonly SessionEvent[];

/** Seconds from 1970 to 2000, where times in binary messages start. */
const EPOCH_2000 = 946_684_800;

export function fromSeconds2000(seconds: number): number {
  return (EPOCH_2000 + seconds) * 1000;
}

export function toSeconds2000(time: number): number {
  return Math.floor(time / 1000) - EPOCH_2000;
}

/** The reply of the server to a message: it repeats the flag. */
export function createReply({ flag, deviceId, command }: Message, value: string): Buffer {
  return encodeFrame(FROM_SERVER, { flag, body: Buffer.from(`${deviceId},${command},${value}`, 'latin1') });
}

export function createReportsEvent(
  { deviceId, raw }: Message,
  reports: readonly Report[],
  reply: Buffer | null,
  unreadable: readonly string[],
): ReportsEvent {
  const details = unreadable.map((detail) => ({ detail }));
  return { type: 'reports', deviceId, reports, unreadable: details, raw, reply, rejectReply: null };
}

export function createDecodeError(
  { deviceId, raw, command }: Message,
  error: DecodeErrorEvent['error'],
  detail: string,
): DecodeErrorEvent {
  return { type: 'decode-error', error, deviceId, detail: `${command}: ${detail}`, raw, reply: null };
}

interface Movement {
  readonly latitude: number;
  readonly longitude: number;
  readonly speed: number | null;
  readonly course: number | null;
  readonly altitude: number | null;
  readonly valid: boolean;
}

/** A device that has never had a fix sends zeros. */
export function createFix({ latitude, longitude, speed, course, altitude, valid }: Movement): Fix | null {
  if (!valid && latitude === 0 && longitude === 0) return null;
  const normalized = course === 360 ? 0 : course !== null && course < 360 ? course : null;
  return { latitude, longitude, altitude, speed, course: normalized, accuracy: null, valid };
}

const MAX_CSQ = 31;

/** Sets the signal from the value of AT+CSQ, 0 to 31. Others, such as 99 for unknown, are stored as sent. */
export function setSignal(draft: ReportDraft, csq: number): void {
  if (csq >= 0 && csq <= MAX_CSQ) draft.gsm = Math.round((csq * 100) / MAX_CSQ);
  else draft.attributes.signalStrength = csq;
}

export function toCsq(gsm: number | null): number {
  return Math.round(((gsm ?? 0) * MAX_CSQ) / 100);
}

/** Outputs 1 to 8 in the low byte, inputs 1 to 8 in the high byte. */
export function setPorts({ attributes }: ReportDraft, word: number): void {
  attributes.inputs = word >> 8;
  attributes.outputs = word & 0xff;
}

const MAX_TEXT_LENGTH = 2048;

/** Text from a device; bytes that are not printable ASCII are shown as hexadecimal. */
export function toPrintable(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  return (/^[\x20-\x7e]*$/.test(text) ? text : bytes.toString('hex')).slice(0, MAX_TEXT_LENGTH);
}
