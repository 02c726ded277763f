import type { DeviceSession, FaultEvent, SessionEvent, SessionOptions } from '../protocol.ts';
import { type Found, FrameFinder, openFrame } from './framing.ts';
import { deviceIdOf, readHeader } from './header.ts';
import { LOCK_LOCATION, LOCK_LOCATION_LATE, lockLocation } from './lock-location.ts';
import { type Message, Platform, RESULT } from './message.ts';
import { MESSAGES } from './messages.ts';
import { SubPackages } from './sub-packages.ts';
import { UNSUPPORTED } from './unsupported.ts';
import { type Profile, profileOf } from './vendor.ts';

/** Devices of one connection whose model is kept: more than a connection may carry. */
const MAX_MODELS = 256;

/**
 * The platform's end of one connection. Each frame names its terminal, so that one connection may carry several. Events hold
 * views of the bytes that were passed to `receive`.
 */
export class Jt808Session implements DeviceSession {
  readonly #platform: Platform;
  readonly #finder = new FrameFinder();
  readonly #subPackages: SubPackages;
  /** Model and manufacturer that terminals gave on this connection. */
  readonly #models = new Map<string, readonly string[]>();

  constructor(options: SessionOptions) {
    this.#platform = new Platform(options);
    this.#subPackages = new SubPackages(this.#platform);
  }

  get pendingBytes(): number {
    return this.#finder.pendingBytes + this.#subPackages.pendingBytes;
  }

  forgetParts(deviceId: string | null): void {
    this.#subPackages.forget(deviceId);
  }

  receive(bytes: Uint8Array, now: number): readonly SessionEvent[] {
    const events: SessionEvent[] =
      this.#subPackages.pendingBytes > 0 ? [...this.#subPackages.expire(now)] : [];
    this.#finder.feed(bytes);
    for (let found = this.#finder.next(); found !== null; found = this.#finder.next()) {
      for (const event of this.#understand(found, now)) events.push(event);
    }
    return events;
  }

  #understand({ kind, raw }: Found, now: number): readonly SessionEvent[] {
    if (kind === 'garbage') return [fault('malformed', 'bytes outside a frame', raw)];
    if (kind === 'oversize') return [fault('oversize', `no flag within ${raw.length} bytes`, raw)];
    const plain = openFrame(raw);
    if (plain === 'checksum') return [fault('checksum', 'the XOR of the bytes is not 0', raw)];
    if (plain === 'escape') return [fault('malformed', '0x7d is not followed by 0x01 or 0x02', raw)];
    const header = readHeader(plain);
    if (typeof header === 'string') return [fault('malformed', header, raw)];

    const deviceId = deviceIdOf(header.phone);
    const message: Message = {
      id: header.messageId,
      deviceId,
      from: header,
      serial: header.serial,
      serials: [header.serial],
      body: plain.subarray(header.bodyStart),
      raw,
      now,
      profile: this.#profile(deviceId, header.version !== null),
    };
    if (header.shortSerial === true) return this.#understandLock(message, header.wantsAnswer);
    const messageKind = MESSAGES.get(message.id);
    if (messageKind === undefined || header.encrypted) {
      this.#platform.advance();
      const what = header.encrypted
        ? 'an encrypted body'
        : (UNSUPPORTED.get(message.id) ?? 'no such message');
      return [notUnderstood(message, what, this.#platform.answer(message, RESULT.unsupported))];
    }
    const { whole, faults } =
      header.total === 1 ? { whole: message, faults: [] } : this.#subPackages.add(header, message);
    if (whole === null) return [{ type: 'part', deviceId: message.deviceId }, ...faults];
    this.#platform.advance(whole.serials.length);
    const events = messageKind.events(whole, this.#platform);
    for (const event of events) this.#learn(event);
    return events;
  }

  #understandLock(message: Message, wantsAnswer: boolean): readonly SessionEvent[] {
    if (message.id !== LOCK_LOCATION && message.id !== LOCK_LOCATION_LATE) {
      return [notUnderstood(message, 'a message of a lock', null)];
    }
    this.#platform.advance();
    return lockLocation(message, this.#platform, wantsAnswer);
  }

  #profile(deviceId: string, of2019: boolean): Profile {
    return profileOf(this.#platform.options.device(deviceId), this.#models.get(deviceId) ?? [], of2019);
  }

  /** Keeps the model that a registration or an answer about properties gives: it says whose meanings its items have. */
  #learn(event: SessionEvent): void {
    const given =
      event.type === 'login'
        ? event.attributes
        : event.type === 'reports'
          ? event.reports[0]?.attributes
          : undefined;
    if (given?.model === undefined || event.deviceId === null) return;
    if (this.#models.size >= MAX_MODELS && !this.#models.has(event.deviceId)) return;
    this.#models.set(event.deviceId, [String(given.model), String(given.manufacturer ?? '')]);
  }
}

function notUnderstood({ id, deviceId, raw }: Message, what: string, reply: Uint8Array | null): FaultEvent {
  const detail = `0x${id.toString(16).padStart(4, '0')}: ${what}`;
  return { ...fault('unknown-message', detail, raw), deviceId, reply };
}

function fault(kind: FaultEvent['fault'], detail: string, raw: Buffer): FaultEvent {
  return { type: 'fault', fault: kind, deviceId: null, detail, raw, reply: null };
}
