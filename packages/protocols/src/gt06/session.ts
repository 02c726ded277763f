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
import { decodeFrame, type FinderResult, FrameFinder, type Packet } from './framing.ts';
import { receiptKeyOf, writeInstruction } from './instruction.ts';
import { writeInstructionText } from './instruction-texts.ts';
import { LOGIN, type Login, readLogin } from './login.ts';
import { createReply, formatMessageId } from './message.ts';
import { findDecoder } from './messages.ts';
import { readScan } from './scan.ts';

const RECEIPT_TIMEOUT = 30_000;

/**
 * The server side of one connection. The login identifies the device; a further login switches to another device.
 * Events have views of the bytes passed to `receive`.
 */
export class Gt06Session implements DeviceSession {
  readonly #finder = new FrameFinder();
  readonly #findDevice: SessionOptions['findDevice'];
  readonly #onFrame: SessionOptions['onFrame'];
  #login: Login | null = null;

  constructor(options?: Pick<SessionOptions, 'findDevice' | 'onFrame'>) {
    this.#findDevice = options?.findDevice ?? (() => null);
    this.#onFrame = options?.onFrame;
  }

  get pendingBytes(): number {
    return this.#finder.pendingBytes;
  }

  /** GT06 messages always fit into one frame. */
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
    { serial }: InstructionTarget,
  ): EncodedInstruction | InstructionRefusal {
    const text = writeInstructionText(call);
    if (text === 'not-supported' || text === 'not-encodable') return text;
    return {
      bytes: writeInstruction(text, serial),
      receipts: [receiptKeyOf(serial)],
      timeout: RECEIPT_TIMEOUT,
      mayDisconnect: call.name === 'restart' || call.name === 'factoryReset' || call.name === 'server',
    };
  }

  #decode({ kind, raw }: FinderResult, now: number): readonly SessionEvent[] {
    if (kind === 'garbage') return [this.#createDecodeError('malformed', 'bytes outside a frame', raw)];
    if (kind === 'oversize')
      return [this.#createDecodeError('oversize', 'the length exceeds the maximum frame length', raw)];
    if (kind === 'scan') return [readScan(raw, this.#login?.deviceId ?? null)];
    const packet = decodeFrame(raw);
    if (packet === null) return [this.#createDecodeError('checksum', 'wrong CRC', raw)];
    if (packet.id === LOGIN) return [this.#logIn(packet, raw)];
    const decoder = findDecoder(packet);
    if (decoder === undefined) {
      return [
        this.#createDecodeError('unknown-message', `${formatMessageId(packet.id)}: unknown message`, raw),
      ];
    }
    if (this.#login === null)
      return [this.#createDecodeError('malformed', `${formatMessageId(packet.id)} before a login`, raw)];
    const { deviceId, offsetMinutes } = this.#login;
    const model = this.#findDevice(deviceId)?.model ?? '';
    return decoder.decode({ ...packet, deviceId, offsetMinutes, raw, now, model });
  }

  #logIn(packet: Packet, raw: Buffer): SessionEvent {
    const login = readLogin(packet.content);
    if (typeof login === 'string') return this.#createDecodeError('malformed', login, raw);
    this.#login = login;
    const { deviceId, attributes } = login;
    const acceptReply = createReply(packet);
    return {
      type: 'login',
      deviceId,
      purpose: 'identify',
      credential: null,
      attributes,
      acceptReply,
      rejectReply: null,
    };
  }

  #createDecodeError(error: DecodeErrorEvent['error'], detail: string, raw: Buffer): DecodeErrorEvent {
    return { type: 'decode-error', error, deviceId: this.#login?.deviceId ?? null, detail, raw, reply: null };
  }
}
