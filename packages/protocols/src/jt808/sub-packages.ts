import type { DecodeErrorEvent, SessionEvent } from '../protocol.ts';
import type { Header } from './header.ts';
import type { Message, Platform } from './message.ts';

/**
 * Messages longer than one body, sent as sub-packages with consecutive serials (2013 section 7.12, 2019 section 7.11).
 *
 * The standard permits one general response for all sub-packages, or one for each with the result for the message. Here
 * each sub-package is acknowledged, but only after the complete message is stored. If no further sub-package arrives
 * for a while, the missing ones are requested once with 0x8003 (2013 section 8.4 table 6, 2019 table 6):
 *
 * | byte        | bytes in 2013, 2019 | meaning                                |
 * | ----------- | ------------------- | -------------------------------------- |
 * | 0           | 2                   | serial of the first sub-package        |
 * | 2           | 1, 2                | number of requested sub-packages       |
 * | 3, 4        | 2 each              | their indexes, from 1                  |
 *
 * If they do not arrive either, the message is dropped.
 *
 * A terminal that has not received the acknowledgement resends sub-packages of a complete message. If all of them
 * arrive, the message is reported and acknowledged again, and stored once. If only some arrive, they are dropped later
 * without a request for the others, because the acknowledgement was already in flight.
 */
export const RESEND_REQUEST = 0x8003;

/**
 * Milliseconds without a further sub-package before the missing ones are requested, and again before the message is
 * dropped.
 */
export const SUB_PACKAGE_TIMEOUT_MS = 30_000;

/** Maximum bytes of buffered sub-packages per connection: more than ten times the longest observed batch. */
const MAX_BYTES = 256 * 1024;

/** Overhead counted per sub-package, so that many small ones are limited as well. */
const SUB_PACKAGE_OVERHEAD = 256;

/** Maximum of the one-byte count of 2013. */
const MAX_REQUESTED = 255;

/** How long after completion a sub-package counts as resent, and for how many messages this is tracked. */
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
  /** The message was complete before. */
  readonly isResent: boolean;
  bytes: number;
  /** Time of the last new sub-package. Repeated ones do not count, so that they cannot delay the resend request. */
  lastReceivedAt: number;
  isResendRequested: boolean;
}

export class SubPackageAssembler {
  readonly #platform: Platform;
  /** In the order of their first sub-package. */
  readonly #partialMessages = new Map<string, PartialMessage>();
  /** Keys of complete messages, with the time of completion. */
  readonly #completed = new Map<string, number>();
  #bytes = 0;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  get pendingBytes(): number {
    return this.#bytes;
  }

  /**
   * Stores a copy of a sub-package. Returns the complete message if it was the last one, and errors of messages dropped
   * for it.
   */
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

  /** Handles timeouts: requests missing sub-packages and drops messages. */
  expire(now: number): readonly SessionEvent[] {
    const events: SessionEvent[] = [];
    for (const [key, partialMessage] of this.#partialMessages) {
      if (now - partialMessage.lastReceivedAt < SUB_PACKAGE_TIMEOUT_MS) continue;
      if (partialMessage.isResent) {
        this.#drop(key, partialMessage);
      } else if (partialMessage.isResendRequested) {
        this.#drop(key, partialMessage);
        events.push(createIncompleteEvent(partialMessage, 'the missing ones did not arrive'));
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

  /** Drops the sub-packages of one device, or of all. */
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
    const errors: DecodeErrorEvent[] = [];
    for (const [key, partialMessage] of this.#partialMessages) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#drop(key, partialMessage);
      errors.push(
        createIncompleteEvent(partialMessage, `more than ${MAX_BYTES} bytes of sub-packages are buffered`),
      );
    }
    return errors;
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
  // The address is a view of the received bytes and must be copied, because it outlives this call.
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
    detail: `${partialMessage.subPackages.size} of ${partialMessage.total} sub-packages of ${name}: ${reason}`,
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

/** Decodes a body of 0x8003: the requested sub-packages. */
export function readResendRequest(
  body: Buffer,
  is2019: boolean,
): { firstSerial: number; indexes: readonly number[] } {
  const listAt = is2019 ? 4 : 3;
  const indexes: number[] = [];
  for (let offset = listAt; offset + 2 <= body.length; offset += 2) indexes.push(body.readUInt16BE(offset));
  return { firstSerial: body.length < 2 ? -1 : body.readUInt16BE(0), indexes };
}
