import type { DeviceSession, FaultEvent, SessionEvent, SessionOptions } from '../protocol.ts';
import { type Found, FrameFinder, openFrame } from './framing.ts';
import { deviceIdOf, readHeader } from './header.ts';
import { type Message, Platform, RESULT } from './message.ts';
import { MESSAGES } from './messages.ts';
import { SubPackages } from './sub-packages.ts';

/**
 * The platform's end of one connection. Each frame names its terminal, so that one connection may carry several. Events hold
 * views of the bytes that were passed to `receive`.
 */
export class Jt808Session implements DeviceSession {
  readonly #platform: Platform;
  readonly #finder = new FrameFinder();
  readonly #subPackages: SubPackages;

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

    const message: Message = {
      id: header.messageId,
      deviceId: deviceIdOf(header.phone),
      from: header,
      serial: header.serial,
      serials: [header.serial],
      body: plain.subarray(header.bodyStart),
      raw,
      now,
    };
    const messageKind = MESSAGES.get(message.id);
    if (messageKind === undefined || header.encrypted) {
      this.#platform.advance();
      const what = header.encrypted ? 'an encrypted body' : 'no such message';
      const detail = `0x${message.id.toString(16).padStart(4, '0')}: ${what}`;
      const reply = this.#platform.answer(message, RESULT.unsupported);
      return [{ ...fault('unknown-message', detail, raw), deviceId: message.deviceId, reply }];
    }
    const { whole, faults } =
      header.total === 1 ? { whole: message, faults: [] } : this.#subPackages.add(header, message);
    if (whole === null) return [{ type: 'part', deviceId: message.deviceId }, ...faults];
    this.#platform.advance(whole.serials.length);
    return messageKind.events(whole, this.#platform);
  }
}

function fault(kind: FaultEvent['fault'], detail: string, raw: Buffer): FaultEvent {
  return { type: 'fault', fault: kind, deviceId: null, detail, raw, reply: null };
}
