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
import { decodeFrame, type FinderResult, FROM_DEVICE, FrameFinder } from './framing.ts';
import { encodeInstruction } from './instruction.ts';
import { findDecoder } from './messages.ts';

/** IMEI and command, as at the start of each body. */
const BODY_START = /^(\d{15}),([0-9A-Za-z]{3})(?:,|$)/;
/** IMEI, command and the commas after them. */
const BODY_START_LENGTH = 20;
const COMMAND_END = 19;

/** The server side of one connection. Each frame names its device. */
export class MeitrackSession implements DeviceSession {
  readonly #finder = new FrameFinder(FROM_DEVICE);
  readonly #findDevice: SessionOptions['findDevice'];
  readonly #onFrame: SessionOptions['onFrame'];

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
    target: InstructionTarget,
  ): EncodedInstruction | InstructionRefusal {
    return encodeInstruction(call, target);
  }

  #decode({ kind, raw }: FinderResult, now: number): readonly SessionEvent[] {
    if (kind === 'garbage') return [createError('malformed', 'bytes outside a frame', raw)];
    if (kind === 'oversize')
      return [createError('oversize', 'the length exceeds the maximum frame length', raw)];
    const packet = decodeFrame(raw);
    if (packet === null) return [createError('checksum', 'wrong checksum', raw)];
    const start = packet.body.toString('latin1', 0, BODY_START_LENGTH);
    const [, deviceId, command] = BODY_START.exec(start) ?? [];
    if (deviceId === undefined || command === undefined)
      return [createError('malformed', 'no IMEI and command', raw)];
    const content = packet.body.subarray(Math.min(COMMAND_END + 1, packet.body.length));
    const model = this.#findDevice(deviceId)?.model ?? '';
    return findDecoder(command)({ ...packet, deviceId, command, content, raw, now, model });
  }
}

function createError(error: DecodeErrorEvent['error'], detail: string, raw: Buffer): DecodeErrorEvent {
  return { type: 'decode-error', error, deviceId: null, detail, raw, reply: null };
}
