import type { BeidouDialect } from '@wakeline/domain/satellite/beidou-card';
import { readFrameEvent } from './decode-frame.ts';
import { readSentenceEvent } from './decode-sentence.ts';
import { writeRequest } from './encode-request.ts';
import type { BeidouEvent } from './event.ts';
import { createFrameReader } from './frame.ts';
import type { BeidouRefusal, BeidouRequest } from './request.ts';
import { createSentenceReader } from './sentence.ts';
import type { Found, StreamReader } from './stream-reader.ts';

/** Milliseconds after which the rest of a frame is not awaited any longer. */
const PARTIAL_TIMEOUT = 5_000;
/** Usual frequency point of BeiDou-3 messages. */
const DEFAULT_POINT = 2;
const MAX_DETAIL_LENGTH = 80;

export interface BeidouSessionOptions {
  readonly dialect: BeidouDialect;
  /** Minutes by which the clock of the machine is ahead of UTC: 0, or 480 for China Standard Time. */
  readonly clockOffset?: number;
  /** Frequency point of BeiDou-3 messages, 1 to 5. */
  readonly frequencyPoint?: number;
}

export interface ReceivedEvent {
  readonly event: BeidouEvent;
  /** The bytes that the event was decoded from. */
  readonly raw: Buffer;
}

/** The server side of one connection to a command machine: bytes to events, requests to bytes. Without I/O. */
export class BeidouSession {
  readonly #dialect: BeidouDialect;
  readonly #offset: number;
  readonly #point: number;
  readonly #reader: StreamReader;
  #lastReceived = 0;

  constructor({ dialect, clockOffset = 0, frequencyPoint = DEFAULT_POINT }: BeidouSessionOptions) {
    this.#dialect = dialect;
    this.#offset = clockOffset;
    this.#point = frequencyPoint;
    this.#reader = dialect === '4.0' ? createFrameReader() : createSentenceReader();
  }

  /** Bytes of an incomplete frame; limited. */
  get pendingBytes(): number {
    return this.#reader.pendingBytes;
  }

  /**
   * Decodes bytes in chunks of any size. Never throws: undecodable bytes become an event `error`.
   *
   * @param now epoch milliseconds; also dates the times of day in messages
   */
  receive(bytes: Uint8Array, now: number): readonly ReceivedEvent[] {
    const events: ReceivedEvent[] = [];
    if (now - this.#lastReceived > PARTIAL_TIMEOUT) {
      const dropped = this.#reader.dropStart();
      if (dropped !== null) events.push(this.#decode(dropped, now));
    }
    this.#lastReceived = now;
    this.#reader.feed(bytes);
    for (let found = this.#reader.next(); found !== null; found = this.#reader.next())
      events.push(this.#decode(found, now));
    return events;
  }

  /** Encodes a request in the dialect of the machine, or returns why not. */
  encode(request: BeidouRequest): Buffer | BeidouRefusal {
    return writeRequest(request, this.#dialect, this.#point);
  }

  #decode({ kind, raw }: Found, now: number): ReceivedEvent {
    if (kind !== 'frame') return { event: { type: 'error', error: kind, detail: excerpt(raw) }, raw };
    const clock = { now, offset: this.#offset };
    const event = this.#dialect === '4.0' ? readFrameEvent(raw, clock) : readSentenceEvent(raw, clock);
    if (event === undefined) return { event: { type: 'error', error: 'unknown', detail: excerpt(raw) }, raw };
    if (typeof event === 'string')
      return {
        event: { type: 'error', error: 'malformed', detail: printable(`${nameOf(raw)}: ${event}`) },
        raw,
      };
    return { event, raw };
  }
}

function nameOf(raw: Buffer): string {
  return /^\$([A-Z0-9]{4,5})/.exec(raw.toString('latin1', 0, 6))?.[1] ?? '';
}

/** The begin of the bytes, readable. */
function excerpt(raw: Buffer): string {
  return printable(raw.toString('latin1', 0, MAX_DETAIL_LENGTH));
}

function printable(text: string): string {
  return text.slice(0, MAX_DETAIL_LENGTH).replace(/[^\x20-\x7e]/g, '.');
}
