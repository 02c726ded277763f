import type { Report } from '@wakeline/domain/reports/report';
import type { FaultEvent, ReportsEvent, SessionEvent, SessionOptions, Unreadable } from '../protocol.ts';
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
export interface MessageKind {
  readonly id: number;
  events(message: Message, platform: Platform): readonly SessionEvent[];
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
  #first = 0;
  #next = 0;

  constructor(options: SessionOptions) {
    this.options = options;
  }

  /** To be called before `count` messages are sent in one go; the alternatives of which one is sent share their serials. */
  advance(count = 1): void {
    this.#first = this.#next;
    this.#next = (this.#next + count) & 0xffff;
  }

  /** `nth` counts the messages that are sent in one go, from 0. */
  send(id: number, to: Address, body: Uint8Array, nth = 0): Buffer {
    return writeFrame(id, to, (this.#first + nth) & 0xffff, body);
  }

  /** A general response to each frame of the message. */
  answer({ id, from, serials }: Pick<Message, 'id' | 'from' | 'serials'>, result: Result): Buffer {
    const answers = serials.map((serial, nth) =>
      this.send(0x8001, from, generalResponse(id, serial, result), nth),
    );
    const [first] = answers;
    return answers.length === 1 && first !== undefined ? first : Buffer.concat(answers);
  }
}

/** The message cannot be read: answered so that the terminal does not send it for ever. */
export function malformed(message: Message, platform: Platform, detail: string): FaultEvent {
  const { deviceId, raw } = message;
  const reply = platform.answer(message, RESULT.badMessage);
  return { type: 'fault', fault: 'malformed', deviceId, detail, raw, reply };
}

/** Reports of a message, which a general response acknowledges once they are stored. */
export function reported(
  message: Message,
  platform: Platform,
  reports: readonly Report[],
  unreadable: readonly Unreadable[] = [],
): ReportsEvent {
  return {
    type: 'reports',
    deviceId: message.deviceId,
    reports,
    unreadable,
    raw: message.raw,
    reply: platform.answer(message, RESULT.success),
    refused: platform.answer(message, RESULT.failure),
  };
}

type Status = Partial<Pick<Report, 'battery' | 'gsm' | 'alarms'>> & Pick<Report, 'attributes'>;

/** A report of a message without a location: of `time`, or of the moment at which it came. */
export function statusReport(message: Message, status: Status, time: number | null = null): Report {
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

export function generalResponse(id: number, serial: number, result: number): Buffer {
  const body = Buffer.allocUnsafe(5);
  body.writeUInt16BE(serial, 0);
  body.writeUInt16BE(id, 2);
  body[4] = result;
  return body;
}
