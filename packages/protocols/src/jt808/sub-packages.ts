import type { FaultEvent, SessionEvent } from '../protocol.ts';
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
export const PART_TIMEOUT = 30_000;

/** Bytes of parts that one connection may keep: more than ten times the longest batch seen. */
const MAX_BYTES = 256 * 1024;

/** What a part costs beyond its bytes, so that many small ones are not cheaper. */
const PART_COST = 256;

/** What the one byte of 2013 can count. */
const MAX_ASKED = 255;

/** How long after a message was whole its parts count as sent again, and of how many messages that is remembered. */
const REMEMBERED_FOR = 2 * PART_TIMEOUT;
const MAX_REMEMBERED = 64;

interface Part {
  readonly body: Buffer;
  readonly raw: Buffer;
}

interface Collected {
  readonly message: Pick<Message, 'id' | 'deviceId' | 'from'>;
  readonly firstSerial: number;
  readonly total: number;
  readonly parts: Map<number, Part>;
  /** Its message was whole before. */
  readonly again: boolean;
  bytes: number;
  /** When the last part came that was not there yet: others, sent again and again, must not put off the question. */
  lastAt: number;
  asked: boolean;
}

export class SubPackages {
  readonly #platform: Platform;
  /** In the order in which they began. */
  readonly #collected = new Map<string, Collected>();
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
  add(header: Header, message: Message): { whole: Message | null; faults: readonly FaultEvent[] } {
    const firstSerial = (message.serial - header.index + 1) & 0xffff;
    const key = `${message.deviceId}/${message.id}/${firstSerial}/${header.total}`;
    const again = message.now - (this.#completed.get(key) ?? -Infinity) < REMEMBERED_FOR;
    const collected = this.#collected.get(key) ?? begin(header, message, firstSerial, again);
    this.#collected.set(key, collected);
    if (!collected.parts.has(header.index)) {
      collected.lastAt = message.now;
      const part = { body: Buffer.from(message.body), raw: Buffer.from(message.raw) };
      collected.parts.set(header.index, part);
      const cost = part.body.length + part.raw.length + PART_COST;
      collected.bytes += cost;
      this.#bytes += cost;
    }
    if (collected.parts.size < header.total) return { whole: null, faults: this.#makeRoom() };
    this.#drop(key, collected);
    this.#remember(key, message.now);
    const parts = [...collected.parts].sort(([a], [b]) => a - b).map(([, part]) => part);
    const body = Buffer.concat(parts.map((part) => part.body));
    const raw = Buffer.concat(parts.map((part) => part.raw));
    const serials = parts.map((_, nth) => (firstSerial + nth) & 0xffff);
    return { whole: { ...message, serials, body, raw }, faults: [] };
  }

  /** What time alone brings about: missing parts asked for, messages given up. */
  expire(now: number): readonly SessionEvent[] {
    const events: SessionEvent[] = [];
    for (const [key, collected] of this.#collected) {
      if (now - collected.lastAt < PART_TIMEOUT) continue;
      if (collected.again) {
        this.#drop(key, collected);
      } else if (collected.asked) {
        this.#drop(key, collected);
        events.push(givenUp(collected, 'the missing ones did not come'));
      } else {
        collected.asked = true;
        collected.lastAt = now;
        const { from, deviceId } = collected.message;
        this.#platform.advance();
        const reply = this.#platform.send(RESEND_REQUEST, from, resendRequest(collected));
        events.push({ type: 'reply', deviceId, reply });
      }
    }
    return events;
  }

  /** Forgets the parts of one device, or of all. */
  forget(deviceId: string | null): void {
    for (const [key, collected] of this.#collected) {
      if (deviceId === null || deviceId === collected.message.deviceId) this.#drop(key, collected);
    }
  }

  #remember(key: string, now: number): void {
    this.#completed.delete(key);
    this.#completed.set(key, now);
    const [oldest] = this.#completed.keys();
    if (this.#completed.size > MAX_REMEMBERED && oldest !== undefined) this.#completed.delete(oldest);
  }

  #makeRoom(): readonly FaultEvent[] {
    const faults: FaultEvent[] = [];
    for (const [key, collected] of this.#collected) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#drop(key, collected);
      faults.push(givenUp(collected, `more than ${MAX_BYTES} bytes of parts are waiting`));
    }
    return faults;
  }

  #drop(key: string, collected: Collected): void {
    this.#collected.delete(key);
    this.#bytes -= collected.bytes;
  }
}

function begin(header: Header, message: Message, firstSerial: number, again: boolean): Collected {
  // The address is a view of the bytes that came: kept beyond this call, it has to be a copy.
  const from = { phone: Buffer.from(message.from.phone), version: message.from.version };
  return {
    message: { id: message.id, deviceId: message.deviceId, from },
    firstSerial,
    total: header.total,
    parts: new Map(),
    again,
    bytes: 0,
    lastAt: message.now,
    asked: false,
  };
}

function givenUp(collected: Collected, why: string): FaultEvent {
  const { id, deviceId } = collected.message;
  const name = `0x${id.toString(16).padStart(4, '0')}`;
  return {
    type: 'fault',
    fault: 'incomplete-package',
    deviceId,
    detail: `${collected.parts.size} of ${collected.total} parts of ${name}: ${why}`,
    raw: Buffer.concat([...collected.parts.values()].map((part) => part.raw)),
    reply: null,
  };
}

function resendRequest(collected: Collected): Buffer {
  const missing: number[] = [];
  for (let index = 1; index <= collected.total && missing.length < MAX_ASKED; index++) {
    if (!collected.parts.has(index)) missing.push(index);
  }
  const countLength = collected.message.from.version === null ? 1 : 2;
  const body = Buffer.alloc(2 + countLength + missing.length * 2);
  body.writeUInt16BE(collected.firstSerial, 0);
  body.writeUIntBE(missing.length, 2, countLength);
  for (const [i, index] of missing.entries()) body.writeUInt16BE(index, 2 + countLength + i * 2);
  return body;
}

/** The parts that a body of 0x8003 asks for. */
export function readResendRequest(
  body: Buffer,
  of2019: boolean,
): { firstSerial: number; parts: readonly number[] } {
  const listAt = of2019 ? 4 : 3;
  const parts: number[] = [];
  for (let at = listAt; at + 2 <= body.length; at += 2) parts.push(body.readUInt16BE(at));
  return { firstSerial: body.length < 2 ? -1 : body.readUInt16BE(0), parts };
}
