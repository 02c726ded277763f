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
import { encodeInstruction } from './instruction.ts';
import { FIXED_ID_LENGTH } from './instruction-texts.ts';
import { findDecoder } from './messages.ts';
import { readSentence } from './sentence.ts';

/** The server side of one connection. Each message has the id of its device. Events have views of the received bytes. */
export class Tk103Session implements DeviceSession {
  readonly #finder = new FrameFinder();
  readonly #onFrame: SessionOptions['onFrame'];
  /** In which form each device sends. The engine limits the number of devices on a connection. */
  readonly #isComma = new Map<string, boolean>();

  constructor(options?: Pick<SessionOptions, 'onFrame'>) {
    this.#onFrame = options?.onFrame;
  }

  get pendingBytes(): number {
    return this.#finder.pendingBytes;
  }

  /** TK103 messages always fit into one frame. */
  discardPartialMessages(): void {}

  receive(bytes: Uint8Array, now: number): readonly SessionEvent[] {
    const events: SessionEvent[] = [];
    this.#finder.feed(bytes);
    for (let found = this.#finder.next(); found !== null; found = this.#finder.next()) {
      const caused = this.#decode(found, now);
      this.#onFrame?.(found.raw, caused);
      for (const event of caused) events.push(event);
    }
    return events;
  }

  encodeInstruction(
    call: InstructionCall,
    target: InstructionTarget,
  ): EncodedInstruction | InstructionRefusal {
    return encodeInstruction(
      call,
      target,
      this.#isComma.get(target.deviceId) ?? target.deviceId.length > FIXED_ID_LENGTH,
    );
  }

  #decode({ kind, raw }: FinderResult, now: number): readonly SessionEvent[] {
    if (kind === 'garbage') return [createDecodeError('malformed', null, 'bytes outside a frame', raw)];
    if (kind === 'oversize') return [createDecodeError('oversize', null, 'a frame without an end', raw)];
    const sentence = readSentence(raw, now);
    if (sentence === null)
      return [createDecodeError('malformed', null, 'a message without an id and a command', raw)];
    this.#isComma.set(sentence.deviceId, sentence.isComma);
    const decoded = findDecoder(sentence)?.(sentence);
    if (decoded === undefined) {
      const detail = `${sentence.command}: unknown message`;
      return [createDecodeError('unknown-message', sentence.deviceId, detail, raw)];
    }
    return 'type' in decoded ? [decoded] : decoded;
  }
}

function createDecodeError(
  error: DecodeErrorEvent['error'],
  deviceId: string | null,
  detail: string,
  raw: Buffer,
): DecodeErrorEvent {
  return { type: 'decode-error', error, deviceId, detail, raw, reply: null };
}
