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
import { type FinderResult, FrameFinder } from './framing.ts';
import { createReceipt, encodeInstruction } from './instruction.ts';
import { type Message, readMessage } from './message.ts';
import { decodeReport } from './report.ts';

const HEARTBEAT = 'GTHBD';
/** `+RSP` and the like. */
const BINARY_NAME_LENGTH = 4;

/** The server side of one connection. Each message has the IMEI of its device. Events have views of the received bytes. */
export class QueclinkSession implements DeviceSession {
  readonly #finder = new FrameFinder();
  readonly #onFrame: SessionOptions['onFrame'];

  constructor(options?: Pick<SessionOptions, 'onFrame'>) {
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
      const event = decode(result, now);
      this.#onFrame?.(result.raw, [event]);
      events.push(event);
    }
    return events;
  }

  encodeInstruction(
    call: InstructionCall,
    target: InstructionTarget,
  ): EncodedInstruction | InstructionRefusal {
    return encodeInstruction(call, target);
  }
}

function decode({ kind, raw }: FinderResult, now: number): SessionEvent {
  if (kind === 'garbage') return createError('malformed', 'bytes outside a frame', raw);
  if (kind === 'oversize') return createError('oversize', 'a frame without an end', raw);
  if (kind === 'binary') {
    const name = raw.toString('latin1', 0, BINARY_NAME_LENGTH);
    return createError('unknown-message', `${name}: the binary format is not supported`, raw);
  }
  const message = readMessage(raw, now);
  if (typeof message === 'string') return createError('malformed', message, raw);
  if (message.kind !== 'ACK') return decodeReport(message);
  return message.name === HEARTBEAT ? replyToHeartbeat(message) : createReceipt(message);
}

function replyToHeartbeat({ deviceId, version, count }: Message): SessionEvent {
  const reply = Buffer.from(`+SACK:${HEARTBEAT},${version},${count}$`, 'latin1');
  return { type: 'reply', deviceId, reply };
}

function createError(error: DecodeErrorEvent['error'], detail: string, raw: Buffer): DecodeErrorEvent {
  return { type: 'decode-error', error, deviceId: null, detail, raw, reply: null };
}
