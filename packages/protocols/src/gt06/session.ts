import type { DeviceSession, FaultEvent, SessionEvent, SessionOptions } from '../protocol.ts';
import { type Found, FrameFinder, openFrame, type Packet } from './framing.ts';
import { LOGIN, type Login, readLogin } from './login.ts';
import { answer, nameOf } from './message.ts';
import { kindOf } from './messages.ts';
import { readScan } from './scan.ts';

/**
 * The platform's end of one connection. Only the login says whose it is; a further login makes what follows the other
 * device's. Events hold views of the bytes that were passed to `receive`.
 */
export class Gt06Session implements DeviceSession {
  readonly #finder = new FrameFinder();
  readonly #device: SessionOptions['device'];
  #login: Login | null = null;

  constructor(options?: Pick<SessionOptions, 'device'>) {
    this.#device = options?.device ?? (() => null);
  }

  get pendingBytes(): number {
    return this.#finder.pendingBytes;
  }

  /** A message of GT06 is never longer than its frame. */
  forgetParts(): void {}

  receive(bytes: Uint8Array, now: number): readonly SessionEvent[] {
    const events: SessionEvent[] = [];
    this.#finder.feed(bytes);
    for (let found = this.#finder.next(); found !== null; found = this.#finder.next()) {
      for (const event of this.#understand(found, now)) events.push(event);
    }
    return events;
  }

  #understand({ kind, raw }: Found, now: number): readonly SessionEvent[] {
    if (kind === 'garbage') return [this.#fault('malformed', 'bytes outside a frame', raw)];
    if (kind === 'oversize') return [this.#fault('oversize', 'a length beyond the longest frame', raw)];
    if (kind === 'scan') return [readScan(raw, this.#login?.deviceId ?? null)];
    const packet = openFrame(raw);
    if (packet === null) return [this.#fault('checksum', 'the CRC is wrong', raw)];
    if (packet.id === LOGIN) return [this.#loggedIn(packet, raw)];
    const kindOfMessage = kindOf(packet);
    if (kindOfMessage === undefined) {
      return [this.#fault('unknown-message', `${nameOf(packet.id)}: no such message`, raw)];
    }
    if (this.#login === null) return [this.#fault('malformed', `${nameOf(packet.id)} before a login`, raw)];
    const { deviceId, offsetMinutes } = this.#login;
    const model = this.#device(deviceId)?.model ?? '';
    return kindOfMessage.events({ ...packet, deviceId, offsetMinutes, raw, now, model });
  }

  #loggedIn(packet: Packet, raw: Buffer): SessionEvent {
    const login = readLogin(packet.content);
    if (typeof login === 'string') return this.#fault('malformed', login, raw);
    this.#login = login;
    const { deviceId, attributes } = login;
    const accepted = answer(packet);
    return {
      type: 'login',
      deviceId,
      purpose: 'identify',
      credential: null,
      attributes,
      accepted,
      refused: null,
    };
  }

  #fault(fault: FaultEvent['fault'], detail: string, raw: Buffer): FaultEvent {
    return { type: 'fault', fault, deviceId: this.#login?.deviceId ?? null, detail, raw, reply: null };
  }
}
