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

/** A message of a terminal: one frame, or assembled from sub-packages. */
export interface Message {
  readonly id: number;
  readonly deviceId: string;
  readonly from: Address;
  /** Serial of the frame; of an assembled message, of the sub-package that completed it. */
  readonly serial: number;
  /** Serials of all frames, in order: the general response acknowledges each. */
  readonly serials: readonly number[];
  readonly body: Buffer;
  /** The received frame or frames. */
  readonly raw: Buffer;
  /** Time of receipt, epoch milliseconds. */
  readonly now: number;
  /** What is known about the sender beyond these bytes. */
  readonly profile: Profile;
}

/** Decodes one kind of message. One file each, listed in `messages.ts`. */
export interface MessageDecoder {
  readonly id: number;
  decode(message: Message, platform: Platform): readonly SessionEvent[];
}

const GENERAL_RESPONSE_LENGTH = 5;

/** Results of the general response (2013 section 8.2, 2019 section 8.2). */
export const RESULT = { success: 0, failure: 1, badMessage: 2, unsupported: 3 } as const;
export type Result = (typeof RESULT)[keyof typeof RESULT];

/**
 * The platform side of a connection: numbers the messages that it sends.
 *
 * General response 0x8001 of the platform (2013 section 8.2 table 5), and 0x0001 of the terminal:
 *
 * | byte | bytes | meaning                                                                     |
 * | ---- | ----- | --------------------------------------------------------------------------- |
 * | 0    | 2     | serial of the acknowledged message                                          |
 * | 2    | 2     | its id                                                                      |
 * | 4    | 1     | 0 success, 1 failure, 2 malformed, 3 unsupported, 4 alarm acknowledged      |
 */
export class Platform {
  readonly options: SessionOptions;
  #firstSerial = 0;
  #nextSerial = 0;

  constructor(options: SessionOptions) {
    this.options = options;
  }

  /** Call before sending `count` messages together. Alternatives, of which only one is sent, share their serials. */
  reserveSerials(count = 1): void {
    this.#firstSerial = this.#nextSerial;
    this.#nextSerial = (this.#nextSerial + count) & 0xffff;
  }

  /** `index` numbers the messages that are sent together, from 0. */
  createFrame(id: number, address: Address, body: Uint8Array, index = 0): Buffer {
    return writeFrame(id, address, (this.#firstSerial + index) & 0xffff, body);
  }

  /** Creates a general response for each frame of the message. */
  createGeneralResponse(
    { id, from, serials }: Pick<Message, 'id' | 'from' | 'serials'>,
    result: Result,
  ): Buffer {
    const createResponse = (serial: number, index: number) =>
      this.createFrame(0x8001, from, writeGeneralResponse(id, serial, result, responseBody), index);
    const [first] = serials;
    return serials.length === 1 && first !== undefined
      ? createResponse(first, 0)
      : Buffer.concat(serials.map(createResponse));
  }
}

/** Each frame copies it. */
const responseBody = Buffer.alloc(GENERAL_RESPONSE_LENGTH);

/** The message cannot be decoded. The reply keeps the terminal from sending it forever. */
export function createMalformedEvent(message: Message, platform: Platform, detail: string): DecodeErrorEvent {
  const { deviceId, raw } = message;
  const reply = platform.createGeneralResponse(message, RESULT.badMessage);
  return { type: 'decode-error', error: 'malformed', deviceId, detail, raw, reply };
}

/** Acknowledges a message with nothing to store, at once. */
export function createGeneralReply(message: Message, platform: Platform): SessionEvent {
  const reply = platform.createGeneralResponse(message, RESULT.success);
  return { type: 'reply', deviceId: message.deviceId, reply };
}

/** Reports of a message, acknowledged with a general response after the commit. */
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

/** A report without a location, with `time` or the time of receipt. */
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

/** Writes the body of a general response to `body`, a new buffer by default, and returns it. */
export function writeGeneralResponse(
  id: number,
  serial: number,
  result: number,
  body: Buffer = Buffer.alloc(GENERAL_RESPONSE_LENGTH),
): Buffer {
  body.writeUInt16BE(serial, 0);
  body.writeUInt16BE(id, 2);
  body[4] = result;
  return body;
}
