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
import { decodeBinary } from './binary.ts';
import { type FinderResult, FrameFinder } from './framing.ts';
import { encodeInstruction } from './instruction.ts';
import { findDecoder } from './messages.ts';
import { readSentence } from './sentence.ts';

/**
 * The server side of one connection. Each frame has the id of its device; there is no login. Events have views of the
 * bytes passed to `receive`.
 */
export class H02Session implements DeviceSession {
  readonly #finder = new FrameFinder();
  readonly #onFrame: SessionOptions['onFrame'];

  constructor(options?: Pick<SessionOptions, 'onFrame'>) {
    this.#onFrame = options?.onFrame;
  }

  get pendingBytes(): number {
    return this.#finder.pendingBytes;
  }

  /** H02 messages always fit into one frame. */
  discardPartialMessages(): void {}

  receive(bytes: Uint8Array, now: number): readonly SessionEvent[] {
    const events: SessionEvent[] = [];
    this.#finder.feed(bytes);
    for (let result = this.#finder.next(); result !== null; result = this.#finder.next()) {
      const caused = decode(result, now);
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
}

function decode({ kind, raw }: FinderResult, now: number): readonly SessionEvent[] {
  switch (kind) {
    case 'garbage':
      return [createDecodeError('malformed', null, 'bytes outside a frame', raw)];
    case 'oversize':
      return [createDecodeError('oversize', null, 'a text without an end', raw)];
    case 'undocumented':
      return [createDecodeError('unknown-message', null, 'X: not documented', raw)];
    case 'binary':
      return [decodeBinary(raw, now)];
    case 'text':
      return decodeText(raw, now);
  }
}

function decodeText(raw: Buffer, now: number): readonly SessionEvent[] {
  const sentence = readSentence(raw, now);
  if (sentence === null) return [createDecodeError('malformed', null, 'a text without an id', raw)];
  const decoder = findDecoder(sentence.kind);
  if (decoder !== undefined) {
    const receipt = decoder.receipt?.(sentence);
    const event = decoder.decode(sentence);
    return receipt === undefined ? [event] : [event, receipt];
  }
  const detail = `${sentence.kind.slice(0, MAX_KIND_LENGTH)}: unknown message`;
  return [createDecodeError('unknown-message', sentence.deviceId, detail, raw)];
}

const MAX_KIND_LENGTH = 20;

function createDecodeError(
  error: DecodeErrorEvent['error'],
  deviceId: string | null,
  detail: string,
  raw: Buffer,
): DecodeErrorEvent {
  return { type: 'decode-error', error, deviceId, detail, raw, reply: null };
}
