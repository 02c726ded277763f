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
import { splitFields } from '../text-fields.ts';
import { type FinderResult, FrameFinder, type Head, readFrame } from './framing.ts';
import { encodeInstruction } from './instruction.ts';
import type { Message } from './message.ts';
import { findDecoder } from './messages.ts';
import { decodeRecording, RECORDING_KEYWORDS } from './recording.ts';
import { RecordingParts } from './recording-parts.ts';
import { result } from './result.ts';

/** Of a device that has sent nothing on this connection. */
const VENDOR = '3G';
const MAX_KEYWORD_LENGTH = 20;

/** The server side of one connection. Each message has the id of its device. Events have views of the received bytes. */
export class WatchSession implements DeviceSession {
  readonly #finder = new FrameFinder();
  readonly #onFrame: SessionOptions['onFrame'];
  /** Vendor and number of the last message of each device. The engine limits the devices of a connection. */
  readonly #heads = new Map<string, Pick<Head, 'vendor' | 'index'>>();
  readonly #parts = new RecordingParts();
  #awaited: string | null = null;

  constructor(options?: Pick<SessionOptions, 'onFrame'>) {
    this.#onFrame = options?.onFrame;
  }

  get pendingBytes(): number {
    return this.#finder.pendingBytes + this.#parts.pendingBytes;
  }

  discardPartialMessages(deviceId: string | null): void {
    this.#parts.discard(deviceId);
  }

  receive(bytes: Uint8Array, now: number): readonly SessionEvent[] {
    const events: SessionEvent[] = [...this.#parts.expire(now)];
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
    { deviceId, serial }: InstructionTarget,
  ): EncodedInstruction | InstructionRefusal {
    const known = this.#heads.get(deviceId);
    const index = known?.index == null ? null : serial.toString(16).toUpperCase().padStart(4, '0');
    const encoded = encodeInstruction(call, { vendor: known?.vendor ?? VENDOR, deviceId, index });
    if (typeof encoded !== 'string') this.#awaited = encoded.receipts[0] ?? null;
    return encoded;
  }

  #decode({ kind, raw }: FinderResult, now: number): readonly SessionEvent[] {
    if (kind === 'garbage') return [createDecodeError('malformed', null, 'bytes outside a frame', raw)];
    if (kind === 'oversize') return [createDecodeError('oversize', null, 'a frame without an end', raw)];
    const message = readMessage(raw, now);
    if (message === null) return [createDecodeError('malformed', null, 'a frame without an id', raw)];
    const { deviceId, keyword } = message;
    this.#heads.set(deviceId, { vendor: message.vendor, index: message.index });
    if (RECORDING_KEYWORDS.has(keyword) && !isReply(message)) {
      return decodeRecording(message, readFrame(raw)?.content ?? '', this.#parts);
    }
    // The keyword of a free text is not in the list of instructions.
    const decoder = findDecoder(message) ?? (keyword === this.#awaited ? result : undefined);
    if (decoder === undefined || kind === 'skipped') {
      const reason = kind === 'skipped' ? 'pictures are not stored' : 'unknown message';
      const detail = `${keyword.slice(0, MAX_KEYWORD_LENGTH)}: ${reason}`;
      return [createDecodeError('unknown-message', deviceId, detail, raw)];
    }
    const decoded = decoder(message);
    return 'type' in decoded ? [decoded] : decoded;
  }
}

function readMessage(raw: Buffer, now: number): Message | null {
  const frame = readFrame(raw);
  if (frame === null) return null;
  const { content, vendor, deviceId, index } = frame;
  const [keyword = '', ...fields] = splitFields(content);
  return { vendor, deviceId, index, keyword, fields, raw, now };
}

/** `TK,1`: the device has received a voice message of the server, which sends none. */
function isReply({ fields }: Message): boolean {
  return fields.length === 1 && (fields[0] ?? '').length === 1;
}

function createDecodeError(
  error: DecodeErrorEvent['error'],
  deviceId: string | null,
  detail: string,
  raw: Buffer,
): DecodeErrorEvent {
  return { type: 'decode-error', error, deviceId, detail, raw, reply: null };
}
