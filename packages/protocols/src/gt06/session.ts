import type { DecodeErrorEvent, DeviceSession, SessionEvent, SessionOptions } from '../protocol.ts';
import { decodeFrame, type FinderResult, FrameFinder, type Packet } from './framing.ts';
import { LOGIN, type Login, readLogin } from './login.ts';
import { createReply, formatMessageId } from './message.ts';
import { findDecoder } from './messages.ts';
import { readScan } from './scan.ts';

/**
 * The platform's end of one connection. Only the login says whose it is; a further login makes what follows the other
 * device's. Events hold views of the bytes that were passed to `receive`.
 */
export class Gt06Session implements DeviceSession {
  readonly #finder = new FrameFinder();
  readonly #device: SessionOptions['findDevice'];
  #login: Login | null = null;

  constructor(options?: Pick<SessionOptions, 'findDevice'>) {
    this.#device = options?.findDevice ?? (() => null);
  }

  get pendingBytes(): number {
    return this.#finder.pendingBytes;
  }

  /** A message of GT06 is never longer than its frame. */
  discardPartialMessages(): void {}

  receive(bytes: Uint8Array, now: number): readonly SessionEvent[] {
    const events: SessionEvent[] = [];
    this.#finder.feed(bytes);
    for (let result = this.#finder.next(); result !== null; result = this.#finder.next()) {
      for (const event of this.#decode(result, now)) events.push(event);
    }
    return events;
  }

  #decode({ kind, raw }: FinderResult, now: number): readonly SessionEvent[] {
    if (kind === 'garbage') return [this.#createDecodeError('malformed', 'bytes outside a frame', raw)];
    if (kind === 'oversize')
      return [this.#createDecodeError('oversize', 'a length beyond the longest frame', raw)];
    if (kind === 'scan') return [readScan(raw, this.#login?.deviceId ?? null)];
    const packet = decodeFrame(raw);
    if (packet === null) return [this.#createDecodeError('checksum', 'the CRC is wrong', raw)];
    if (packet.id === LOGIN) return [this.#logIn(packet, raw)];
    const decoder = findDecoder(packet);
    if (decoder === undefined) {
      return [
        this.#createDecodeError('unknown-message', `${formatMessageId(packet.id)}: no such message`, raw),
      ];
    }
    if (this.#login === null)
      return [this.#createDecodeError('malformed', `${formatMessageId(packet.id)} before a login`, raw)];
    const { deviceId, offsetMinutes } = this.#login;
    const model = this.#device(deviceId)?.model ?? '';
    return decoder.decode({ ...packet, deviceId, offsetMinutes, raw, now, model });
  }

  #logIn(packet: Packet, raw: Buffer): SessionEvent {
    const login = readLogin(packet.content);
    if (typeof login === 'string') return this.#createDecodeError('malformed', login, raw);
    this.#login = login;
    const { deviceId, attributes } = login;
    const accepted = createReply(packet);
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

  #createDecodeError(fault: DecodeErrorEvent['fault'], detail: string, raw: Buffer): DecodeErrorEvent {
    return { type: 'fault', fault, deviceId: this.#login?.deviceId ?? null, detail, raw, reply: null };
  }
}
