import type { Report } from '@wakeline/domain/reports/report';
import type {
  DecodeErrorEvent,
  ReportsEvent,
  SessionEvent,
  SessionOptions,
  UnreadableReport,
} from '../protocol.ts';
import { type Address, writeFrame } from './header.ts';
import type { Profile } from './vendor.ts';

/** A message of a terminal: one frame, or all the parts of a sub-packaged one put together. */
export interface Message {
  readonly id: number;
  readonly deviceId: string;
  readonly from: Address;
  /** Of the frame; of a sub-packaged message, of the part that completed it. */
  readonly serial: number;
  /** Of all its frames, in the order of the parts: the general response answers each. */
  readonly serials: readonly number[];
  readonly body: Buffer;
  /** The frame or frames as they came. */
  readonly raw: Buffer;
  /** Epoch milliseconds at which it came. */
  readonly now: number;
  /** What is known of its sender beyond these bytes. */
  readonly profile: Profile;
}

/** What one kind of message means. One file each, listed in `messages.ts`. */
export interface MessageDecoder {
  readonly id: number;
  decode(message: Message, platform: Platform): readonly SessionEvent[];
}

/** Results of the general response (2013 section 8.2, 2019 section 8.2). */
export const RESULT = { success: 0, failure: 1, badMessage: 2, unsupported: 3 } as const;
export type Result = (typeof RESULT)[keyof typeof RESULT];

/**
 * The platform's end of a connection: numbers what it sends.
 *
 * General response 0x8001 of the platform (2013 section 8.2 table 5), and 0x0001 of the terminal:
 *
 * | byte | bytes | meaning                                                                     |
 * | ---- | ----- | --------------------------------------------------------------------------- |
 * | 0    | 2     | serial of the message that is answered                                      |
 * | 2    | 2     | its id                                                                      |
 * | 4    | 1     | 0 success, 1 failure, 2 the message is wrong, 3 not supported, 4 alarm seen |
 */
export class Platform {
  readonly options: SessionOptions;
  #firstSerial = 0;
  #nextSerial = 0;

  constructor(options: SessionOptions) {
    this.options = options;
  }

  /** To be called before `count` messages are sent in one go; the alternatives of which one is sent share their serials. */
  reserveSerials(count = 1): void {
    this.#firstSerial = this.#nextSerial;
    this.#nextSerial = (this.#nextSerial + count) & 0xffff;
  }

  /** `nth` counts the messages that are sent in one go, from 0. */
  createFrame(id: number, address: Address, body: Uint8Array, index = 0): Buffer {
    return writeFrame(id, address, (this.#firstSerial + index) & 0xffff, body);
  }

  /** A general response to each frame of the message. */
  createGeneralResponse(
    { id, from, serials }: Pick<Message, 'id' | 'from' | 'serials'>,
    result: Result,
  ): Buffer {
    const responses = serials.map((serial, index) =>
      this.createFrame(0x8001, from, writeGeneralResponse(id, serial, result), index),
    );
    const [first] = responses;
    return responses.length === 1 && first !== undefined ? first : Buffer.concat(responses);
  }
}

/** The message cannot be read: answered so that the terminal does not send it for ever. */
export function createMalformedEvent(message: Message, platform: Platform, detail: string): DecodeErrorEvent {
  const { deviceId, raw } = message;
  const reply = platform.createGeneralResponse(message, RESULT.badMessage);
  return { type: 'decode-error', error: 'malformed', deviceId, detail, raw, reply };
}

/** Reports of a message, which a general response acknowledges once they are stored. */
export function createReportsEvent(
  message: Message,
  platform: Platform,
  reports: readonly Report[],
  unreadable: readonly UnreadableReport[] = [],
): ReportsEvent {
  return {
    type: 'reports',
    deviceId: message.deviceId,
    reports,
    unreadable,
    raw: message.raw,
    reply: platform.createGeneralResponse(message, RESULT.success),
    rejectReply: platform.createGeneralResponse(message, RESULT.failure),
  };
}

type StatusFields = Partial<Pick<Report, 'battery' | 'gsm' | 'alarms'>> & Pick<Report, 'attributes'>;

/** A report of a message without a location: of `time`, or of the moment at which it came. */
export function createStatusReport(
  message: Message,
  status: StatusFields,
  time: number | null = null,
): Report {
  return {
    time: time ?? message.now,
    fix: null,
    battery: null,
    gsm: null,
    satellites: null,
    alarms: [],
    ...status,
  };
}

export function writeGeneralResponse(id: number, serial: number, result: number): Buffer {
  const body = Buffer.allocUnsafe(5);
  body.writeUInt16BE(serial, 0);
  body.writeUInt16BE(id, 2);
  body[4] = result;
  return body;
}
