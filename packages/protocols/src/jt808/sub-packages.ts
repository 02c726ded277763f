import { copyToKeep } from '../copy-to-keep.ts';
import type { SessionEvent } from '../protocol.ts';
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
const NO_BYTES = Buffer.alloc(0);

/** Maximum of the one-byte count of 2013. */
const MAX_REQUESTED = 255;

/** How long after completion a sub-package counts as resent, and for how many messages this is tracked. */
const COMPLETED_TTL_MS = 2 * SUB_PACKAGE_TIMEOUT_MS;
const MAX_COMPLETED = 64;

interface SubPackage {
  readonly body: Buffer;
  readonly raw: Buffer;
}

/** How the sub-packages of one kind of messages are buffered. */
export interface AssemblyPolicy {
  /** Milliseconds without a further sub-package before missing ones are requested, and again before the message is dropped. */
  readonly timeout: number;
  /** Milliseconds after which an incomplete message is dropped, even if sub-packages still arrive. */
  readonly maxAge: number;
  /** Maximum bytes of buffered sub-packages per connection. */
  readonly maxBytes: number;
  /** Maximum bytes of the body of one message. */
  readonly maxBodyBytes: number;
  /** Whether missing sub-packages are requested again if some have arrived since. */
  readonly repeatsRequests: boolean;
  /** Whether the received frames are retained. */
  readonly keepsFrames: boolean;
  /** Encodes the request for the missing sub-packages. */
  writeRequest(platform: Platform, message: PartialMessage): Buffer;
  /** The event of a message that is dropped. */
  createDropEvent(message: PartialMessage, reason: 'incomplete' | 'too-large', detail: string): SessionEvent;
}

const MESSAGE_POLICY: AssemblyPolicy = {
  timeout: SUB_PACKAGE_TIMEOUT_MS,
  maxAge: Number.POSITIVE_INFINITY,
  maxBytes: MAX_BYTES,
  maxBodyBytes: MAX_BYTES,
  repeatsRequests: false,
  keepsFrames: true,
  writeRequest: writeResendRequest,
  createDropEvent: createIncompleteEvent,
};

export interface PartialMessage {
  readonly message: Pick<Message, 'id' | 'deviceId' | 'from'>;
  readonly firstSerial: number;
  readonly total: number;
  readonly subPackages: Map<number, SubPackage>;
  /** The message was complete before. */
  readonly isResent: boolean;
  readonly startedAt: number;
  /** With the overhead. */
  bytes: number;
  bodyBytes: number;
  /** Time of the last new sub-package. Repeated ones do not count, so that they cannot delay the resend request. */
  lastReceivedAt: number;
  isResendRequested: boolean;
}

export class SubPackageAssembler {
  readonly #platform: Platform;
  readonly #policy: AssemblyPolicy;
  /** In the order of their first sub-package. */
  readonly #partialMessages = new Map<string, PartialMessage>();
  /** Keys of complete messages, with the time of completion. */
  readonly #completed = new Map<string, number>();
  /** Keys of messages that are not accepted, with the time of the refusal. */
  readonly #refused = new Map<string, number>();
  #bytes = 0;

  constructor(platform: Platform, policy: AssemblyPolicy = MESSAGE_POLICY) {
    this.#platform = platform;
    this.#policy = policy;
  }

  get pendingBytes(): number {
    return this.#bytes;
  }

  /**
   * Stores a copy of a sub-package. Returns the complete message if it was the last one, and errors of messages dropped
   * for it.
   */
  add(header: Header, message: Message): { complete: Message | null; errors: readonly SessionEvent[] } {
    const firstSerial = firstSerialOf(header, message);
    const key = keyOf(header, message);
    const isResent = message.now - (this.#completed.get(key) ?? -Infinity) < COMPLETED_TTL_MS;
    const partialMessage =
      this.#partialMessages.get(key) ?? createPartialMessage(header, message, firstSerial, isResent);
    this.#partialMessages.set(key, partialMessage);
    if (!partialMessage.subPackages.has(header.index)) {
      partialMessage.lastReceivedAt = message.now;
      if (this.#policy.repeatsRequests) partialMessage.isResendRequested = false;
      const raw = this.#policy.keepsFrames ? copyToKeep(message.raw) : NO_BYTES;
      const subPackage = { body: copyToKeep(message.body), raw };
      partialMessage.subPackages.set(header.index, subPackage);
      const cost = subPackage.body.length + subPackage.raw.length + SUB_PACKAGE_OVERHEAD;
      partialMessage.bytes += cost;
      partialMessage.bodyBytes += subPackage.body.length;
      this.#bytes += cost;
    }
    if (partialMessage.bodyBytes > this.#policy.maxBodyBytes) {
      this.refuse(header, message);
      const detail = `more than ${this.#policy.maxBodyBytes} bytes`;
      return { complete: null, errors: [this.#policy.createDropEvent(partialMessage, 'too-large', detail)] };
    }
    if (partialMessage.subPackages.size < header.total)
      return { complete: null, errors: this.#evictOldest() };
    this.#drop(key, partialMessage);
    saveRecent(this.#completed, key, message.now);
    const subPackages = [...partialMessage.subPackages]
      .sort(([a], [b]) => a - b)
      .map(([, subPackage]) => subPackage);
    const body = Buffer.concat(subPackages.map((subPackage) => subPackage.body));
    const raw = Buffer.concat(subPackages.map((subPackage) => subPackage.raw));
    const serials = subPackages.map((_, index) => (firstSerial + index) & 0xffff);
    return { complete: { ...message, serials, body, raw }, errors: [] };
  }

  /** Drops the message of this sub-package. Its others are refused for a while. */
  refuse(header: Header, message: Message): void {
    const key = keyOf(header, message);
    const partialMessage = this.#partialMessages.get(key);
    if (partialMessage !== undefined) this.#drop(key, partialMessage);
    saveRecent(this.#refused, key, message.now);
  }

  isRefused(header: Header, message: Message): boolean {
    return message.now - (this.#refused.get(keyOf(header, message)) ?? -Infinity) < COMPLETED_TTL_MS;
  }

  /** Handles timeouts: requests missing sub-packages and drops messages. */
  expire(now: number): readonly SessionEvent[] {
    const events: SessionEvent[] = [];
    const { timeout, maxAge } = this.#policy;
    for (const [key, partialMessage] of this.#partialMessages) {
      const isTooOld = now - partialMessage.startedAt >= maxAge;
      if (now - partialMessage.lastReceivedAt < timeout && !isTooOld) continue;
      if (partialMessage.isResent) {
        this.#drop(key, partialMessage);
      } else if (partialMessage.isResendRequested || isTooOld) {
        this.#drop(key, partialMessage);
        const detail = 'the missing ones did not arrive';
        events.push(this.#policy.createDropEvent(partialMessage, 'incomplete', detail));
      } else {
        partialMessage.isResendRequested = true;
        partialMessage.lastReceivedAt = now;
        const { deviceId } = partialMessage.message;
        this.#platform.reserveSerials();
        const reply = this.#policy.writeRequest(this.#platform, partialMessage);
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

  #evictOldest(): readonly SessionEvent[] {
    const errors: SessionEvent[] = [];
    const { maxBytes } = this.#policy;
    for (const [key, partialMessage] of this.#partialMessages) {
      if (this.#bytes <= maxBytes) break;
      this.#drop(key, partialMessage);
      const detail = `more than ${maxBytes} bytes of sub-packages are buffered`;
      errors.push(this.#policy.createDropEvent(partialMessage, 'incomplete', detail));
    }
    return errors;
  }

  #drop(key: string, partialMessage: PartialMessage): void {
    this.#partialMessages.delete(key);
    this.#bytes -= partialMessage.bytes;
  }
}

function firstSerialOf(header: Header, message: Message): number {
  return (message.serial - header.index + 1) & 0xffff;
}

function keyOf(header: Header, message: Message): string {
  return `${message.deviceId}/${message.id}/${firstSerialOf(header, message)}/${header.total}`;
}

function saveRecent(recent: Map<string, number>, key: string, now: number): void {
  recent.delete(key);
  recent.set(key, now);
  const [oldest] = recent.keys();
  if (recent.size > MAX_COMPLETED && oldest !== undefined) recent.delete(oldest);
}

function createPartialMessage(
  header: Header,
  message: Message,
  firstSerial: number,
  isResent: boolean,
): PartialMessage {
  // The address is a view of the received bytes and must be copied, because it outlives this call.
  const from = { phone: copyToKeep(message.from.phone), version: message.from.version };
  return {
    message: { id: message.id, deviceId: message.deviceId, from },
    firstSerial,
    total: header.total,
    subPackages: new Map(),
    isResent,
    startedAt: message.now,
    bytes: 0,
    bodyBytes: 0,
    lastReceivedAt: message.now,
    isResendRequested: false,
  };
}

function createIncompleteEvent(
  partialMessage: PartialMessage,
  _reason: 'incomplete' | 'too-large',
  detail: string,
): SessionEvent {
  const { id, deviceId } = partialMessage.message;
  const name = `0x${id.toString(16).padStart(4, '0')}`;
  return {
    type: 'decode-error',
    error: 'incomplete-package',
    deviceId,
    detail: `${partialMessage.subPackages.size} of ${partialMessage.total} sub-packages of ${name}: ${detail}`,
    raw: Buffer.concat([...partialMessage.subPackages.values()].map((subPackage) => subPackage.raw)),
    reply: null,
  };
}

/** The indexes of the first missing sub-packages, from 1, as many as a request has room for. */
export function missingIndexes({ total, subPackages }: PartialMessage): readonly number[] {
  const missing: number[] = [];
  for (let index = 1; index <= total && missing.length < MAX_REQUESTED; index++) {
    if (!subPackages.has(index)) missing.push(index);
  }
  return missing;
}

/** Encodes 0x8003. */
export function writeResendRequest(platform: Platform, partialMessage: PartialMessage): Buffer {
  const missing = missingIndexes(partialMessage);
  const { from } = partialMessage.message;
  const countLength = from.version === null ? 1 : 2;
  const body = Buffer.alloc(2 + countLength + missing.length * 2);
  body.writeUInt16BE(partialMessage.firstSerial, 0);
  body.writeUIntBE(missing.length, 2, countLength);
  for (const [i, index] of missing.entries()) body.writeUInt16BE(index, 2 + countLength + i * 2);
  return platform.createFrame(RESEND_REQUEST, from, body);
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
