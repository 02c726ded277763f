import type { InstructionCall } from '@wakeline/domain/instructions/catalogue';
import type {
  DecodeErrorEvent,
  DeviceSession,
  EncodedInstruction,
  InstructionRefusal,
  InstructionTarget,
  SessionEvent,
  SessionOptions,
} from '../protocol.ts';
import { AVL_CODECS, decodeRecords } from './avl.ts';
import {
  type FinderResult,
  FrameFinder,
  type Payload,
  readDatagram,
  readLogin,
  readPacket,
} from './framing.ts';
import { encodeInstruction } from './instruction.ts';
import { formatCodec, type Message } from './message.ts';
import { LOGIN_ACCEPTED, LOGIN_REFUSED, replyToDatagram, replyToPacket } from './replies.ts';
import { decodeTexts } from './text-events.ts';
import { TEXT_CODECS } from './texts.ts';

/** Codecs that are known and not decoded. */
const UNSUPPORTED: ReadonlyMap<number, string> = new Map([
  [0x07, 'records of GH3000 devices are not supported'],
  [0x0f, 'serial data of FMX6 devices is not supported'],
]);

const ERRORS = {
  damaged: ['checksum', 'wrong CRC'],
  garbage: ['malformed', 'bytes outside a frame'],
  oversize: ['oversize', 'the length exceeds the maximum frame length'],
} as const;

/**
 * The server side of one connection. Over TCP the login identifies the device of the packets that follow; over UDP each
 * datagram names its device. Events have views of the bytes passed to `receive`.
 */
export class TeltonikaSession implements DeviceSession {
  readonly #finder = new FrameFinder();
  readonly #findDevice: SessionOptions['findDevice'];
  readonly #onFrame: SessionOptions['onFrame'];
  #deviceId: string | null = null;
  #isOverUdp = false;

  constructor(options?: Pick<SessionOptions, 'findDevice' | 'onFrame'>) {
    this.#findDevice = options?.findDevice ?? (() => null);
    this.#onFrame = options?.onFrame;
  }

  get pendingBytes(): number {
    return this.#finder.pendingBytes;
  }

  /** Messages always fit into one frame. */
  discardPartialMessages(): void {}

  receive(bytes: Uint8Array, now: number): readonly SessionEvent[] {
    const events: SessionEvent[] = [];
    this.#finder.feed(bytes);
    for (let result = this.#finder.next(); result !== null; result = this.#finder.next()) {
      const caused = this.#decode(result, now);
      this.#onFrame?.(result.raw, caused);
      for (const event of caused) events.push(event);
    }
    return events;
  }

  encodeInstruction(
    call: InstructionCall,
    { model }: InstructionTarget,
  ): EncodedInstruction | InstructionRefusal {
    return this.#isOverUdp ? 'not-supported' : encodeInstruction(call, model);
  }

  #decode({ kind, raw }: FinderResult, now: number): readonly SessionEvent[] {
    if (kind === 'login') return [this.#logIn(raw)];
    if (kind === 'packet') return this.#decodePacket(raw, now);
    if (kind === 'datagram') return this.#decodeDatagram(raw, now);
    const [error, detail] = ERRORS[kind];
    return [this.#createDecodeError(error, detail, raw)];
  }

  #logIn(raw: Buffer): SessionEvent {
    const deviceId = readLogin(raw);
    this.#deviceId = deviceId;
    return {
      type: 'login',
      deviceId,
      purpose: 'identify',
      credential: null,
      attributes: {},
      acceptReply: LOGIN_ACCEPTED,
      rejectReply: LOGIN_REFUSED,
    };
  }

  #decodePacket(raw: Buffer, now: number): readonly SessionEvent[] {
    const payload = readPacket(raw);
    if (this.#deviceId === null)
      return [this.#createDecodeError('malformed', `${formatCodec(payload.codec)} before a login`, raw)];
    return this.#decodePayload(payload, this.#deviceId, raw, now, replyToPacket);
  }

  #decodeDatagram(raw: Buffer, now: number): readonly SessionEvent[] {
    this.#isOverUdp = true;
    const { deviceId, packetId, avlPacketId, ...payload } = readDatagram(raw);
    this.#deviceId = deviceId;
    const reply = (accepted: number) => replyToDatagram(packetId, avlPacketId, accepted);
    return this.#decodePayload(payload, deviceId, raw, now, reply);
  }

  #decodePayload(
    payload: Payload,
    deviceId: string,
    raw: Buffer,
    now: number,
    reply: Message['reply'],
  ): readonly SessionEvent[] {
    const model = this.#findDevice(deviceId)?.model ?? '';
    const message: Message = { ...payload, deviceId, raw, now, model, reply };
    if (AVL_CODECS.has(payload.codec)) return [decodeRecords(message)];
    if (TEXT_CODECS.has(payload.codec)) return decodeTexts(message);
    const reason = UNSUPPORTED.get(payload.codec) ?? 'unknown codec';
    return [this.#createDecodeError('unknown-message', `${formatCodec(payload.codec)}: ${reason}`, raw)];
  }

  #createDecodeError(error: DecodeErrorEvent['error'], detail: string, raw: Buffer): DecodeErrorEvent {
    return { type: 'decode-error', error, deviceId: this.#deviceId, detail, raw, reply: null };
  }
}
