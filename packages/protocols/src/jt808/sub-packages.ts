import type { DecodeErrorEvent, SessionEvent } from '../protocol.ts';
import type { Header } from './header.ts';
import type { Message, Platform } from './message.ts';

/**
 * Messages longer than one body, sent in parts with rising serials (2013 section 7.12, 2019 section 7.11).
 *
 * The standard lets the receiver answer all parts by one general response or each by its own, whose result says whether all
 * parts have come. So no part is answered before the whole message is stored; then each is. When no further part came for a
 * while, the missing ones are asked for once by 0x8003 (2013 section 8.4 table 6, 2019 table 6):
 *
 * | byte        | bytes in 2013, 2019 | meaning                                |
 * | ----------- | ------------------- | -------------------------------------- |
 * | 0           | 2                   | serial of the message's first part     |
 * | 2           | 1, 2                | number of parts asked for              |
 * | 3, 4        | 2 each              | which ones, from 1                     |
 *
 * When they do not come either, the message is given up.
 *
 * Parts of a message that was whole already are sent again by a terminal that has no answer yet, or did not get it. All of
 * them are the message once more: it is reported again, stored once, and answered. A few of them are dropped in the end,
 * and the others are not asked for: the answer to the whole was on its way.
 */
export const RESEND_REQUEST = 0x8003;

/** Milliseconds without a further part, before the missing ones are asked for, and again before giving up. */
export const SUB_PACKAGE_TIMEOUT_MS = 30_000;

/** Bytes of parts that one connection may keep: more than ten times the longest batch seen. */
const MAX_BYTES = 256 * 1024;

/** What a part costs beyond its bytes, so that many small ones are not cheaper. */
const SUB_PACKAGE_OVERHEAD = 256;

/** What the one byte of 2013 can count. */
const MAX_REQUESTED = 255;

/** How long after a message was whole its parts count as sent again, and of how many messages that is remembered. */
const COMPLETED_TTL_MS = 2 * SUB_PACKAGE_TIMEOUT_MS;
const MAX_COMPLETED = 64;

interface SubPackage {
  readonly body: Buffer;
  readonly raw: Buffer;
}

interface PartialMessage {
  readonly message: Pick<Message, 'id' | 'deviceId' | 'from'>;
  readonly firstSerial: number;
  readonly total: number;
  readonly subPackages: Map<number, SubPackage>;
  /** Its message was whole before. */
  readonly isResent: boolean;
  bytes: number;
  /** When the last part came that was not there yet: others, sent again and again, must not put off the question. */
  lastReceivedAt: number;
  isResendRequested: boolean;
}

export class SubPackageAssembler {
  readonly #platform: Platform;
  /** In the order in which they began. */
  readonly #partialMessages = new Map<string, PartialMessage>();
  /** Messages that were whole, and when. */
  readonly #completed = new Map<string, number>();
  #bytes = 0;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  get pendingBytes(): number {
    return this.#bytes;
  }

  /** Keeps copies of a part. Answers the whole message when it is the last one, and what had to be given up for it. */
  add(header: Header, message: Message): { complete: Message | null; errors: readonly DecodeErrorEvent[] } {
    const firstSerial = (message.serial - header.index + 1) & 0xffff;
    const key = `${message.deviceId}/${message.id}/${firstSerial}/${header.total}`;
    const isResent = message.now - (this.#completed.get(key) ?? -Infinity) < COMPLETED_TTL_MS;
    const partialMessage =
      this.#partialMessages.get(key) ?? createPartialMessage(header, message, firstSerial, isResent);
    this.#partialMessages.set(key, partialMessage);
    if (!partialMessage.subPackages.has(header.index)) {
      partialMessage.lastReceivedAt = message.now;
      const subPackage = { body: Buffer.from(message.body), raw: Buffer.from(message.raw) };
      partialMessage.subPackages.set(header.index, subPackage);
      const cost = subPackage.body.length + subPackage.raw.length + SUB_PACKAGE_OVERHEAD;
      partialMessage.bytes += cost;
      this.#bytes += cost;
    }
    if (partialMessage.subPackages.size < header.total)
      return { complete: null, errors: this.#evictOldest() };
    this.#drop(key, partialMessage);
    this.#saveCompleted(key, message.now);
    const subPackages = [...partialMessage.subPackages]
      .sort(([a], [b]) => a - b)
      .map(([, subPackage]) => subPackage);
    const body = Buffer.concat(subPackages.map((subPackage) => subPackage.body));
    const raw = Buffer.concat(subPackages.map((subPackage) => subPackage.raw));
    const serials = subPackages.map((_, index) => (firstSerial + index) & 0xffff);
    return { complete: { ...message, serials, body, raw }, errors: [] };
  }

  /** What time alone brings about: missing parts asked for, messages given up. */
  expire(now: number): readonly SessionEvent[] {
    const events: SessionEvent[] = [];
    for (const [key, partialMessage] of this.#partialMessages) {
      if (now - partialMessage.lastReceivedAt < SUB_PACKAGE_TIMEOUT_MS) continue;
      if (partialMessage.isResent) {
        this.#drop(key, partialMessage);
      } else if (partialMessage.isResendRequested) {
        this.#drop(key, partialMessage);
        events.push(createIncompleteEvent(partialMessage, 'the missing ones did not come'));
      } else {
        partialMessage.isResendRequested = true;
        partialMessage.lastReceivedAt = now;
        const { from, deviceId } = partialMessage.message;
        this.#platform.reserveSerials();
        const reply = this.#platform.createFrame(RESEND_REQUEST, from, writeResendRequest(partialMessage));
        events.push({ type: 'reply', deviceId, reply });
      }
    }
    return events;
  }

  /** Forgets the parts of one device, or of all. */
  discard(deviceId: string | null): void {
    for (const [key, partialMessage] of this.#partialMessages) {
      if (deviceId === null || deviceId === partialMessage.message.deviceId) this.#drop(key, partialMessage);
    }
  }

  #saveCompleted(key: string, now: number): void {
    this.#completed.delete(key);
    this.#completed.set(key, now);
    const [oldest] = this.#completed.keys();
    if (this.#completed.size > MAX_COMPLETED && oldest !== undefined) this.#completed.delete(oldest);
  }

  #evictOldest(): readonly DecodeErrorEvent[] {
    const faults: DecodeErrorEvent[] = [];
    for (const [key, partialMessage] of this.#partialMessages) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#drop(key, partialMessage);
      faults.push(createIncompleteEvent(partialMessage, `more than ${MAX_BYTES} bytes of parts are waiting`));
    }
    return faults;
  }

  #drop(key: string, partialMessage: PartialMessage): void {
    this.#partialMessages.delete(key);
    this.#bytes -= partialMessage.bytes;
  }
}

function createPartialMessage(
  header: Header,
  message: Message,
  firstSerial: number,
  isResent: boolean,
): PartialMessage {
  // The address is a view of the bytes that came: kept beyond this call, it has to be a copy.
  const from = { phone: Buffer.from(message.from.phone), version: message.from.version };
  return {
    message: { id: message.id, deviceId: message.deviceId, from },
    firstSerial,
    total: header.total,
    subPackages: new Map(),
    isResent,
    bytes: 0,
    lastReceivedAt: message.now,
    isResendRequested: false,
  };
}

function createIncompleteEvent(partialMessage: PartialMessage, reason: string): DecodeErrorEvent {
  const { id, deviceId } = partialMessage.message;
  const name = `0x${id.toString(16).padStart(4, '0')}`;
  return {
    type: 'decode-error',
    error: 'incomplete-package',
    deviceId,
    detail: `${partialMessage.subPackages.size} of ${partialMessage.total} parts of ${name}: ${reason}`,
    raw: Buffer.concat([...partialMessage.subPackages.values()].map((subPackage) => subPackage.raw)),
    reply: null,
  };
}

function writeResendRequest(partialMessage: PartialMessage): Buffer {
  const missing: number[] = [];
  for (let index = 1; index <= partialMessage.total && missing.length < MAX_REQUESTED; index++) {
    if (!partialMessage.subPackages.has(index)) missing.push(index);
  }
  const countLength = partialMessage.message.from.version === null ? 1 : 2;
  const body = Buffer.alloc(2 + countLength + missing.length * 2);
  body.writeUInt16BE(partialMessage.firstSerial, 0);
  body.writeUIntBE(missing.length, 2, countLength);
  for (const [i, index] of missing.entries()) body.writeUInt16BE(index, 2 + countLength + i * 2);
  return body;
}

/** The parts that a body of 0x8003 asks for. */
export function readResendRequest(
  body: Buffer,
  is2019: boolean,
): { firstSerial: number; indexes: readonly number[] } {
  const listAt = is2019 ? 4 : 3;
  const indexes: number[] = [];
  for (let offset = listAt; offset + 2 <= body.length; offset += 2) indexes.push(body.readUInt16BE(offset));
  return { firstSerial: body.length < 2 ? -1 : body.readUInt16BE(0), indexes };
}
