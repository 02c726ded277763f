import type { BeidouDialect } from '@wakeline/domain/satellite/beidou-card';
import { readFrameRequest } from './decode-frame.ts';
import { readSentenceRequest } from './decode-sentence.ts';
import { writeFrameEvent } from './encode-frame-event.ts';
import { writeSentenceEvent } from './encode-sentence-event.ts';
import type { BeidouError, BeidouEvent, Clock } from './event.ts';
import { createFrameReader } from './frame.ts';
import type { BeidouRequest } from './request.ts';
import { createSentenceReader } from './sentence.ts';
import type { StreamReader } from './stream-reader.ts';

/** What a machine sends. */
export type MachineEvent = Exclude<BeidouEvent, BeidouError>;

export type MachineInput =
  | { readonly type: 'request'; readonly request: BeidouRequest }
  /** Bytes that are no request that the machine knows. */
  | { readonly type: 'rejected'; readonly raw: Buffer };

/** The machine side, for the simulator and tests: bytes to requests, events to bytes. Without I/O. */
export class BeidouMachine {
  readonly #dialect: BeidouDialect;
  readonly #offset: number;
  readonly #card: number;
  readonly #reader: StreamReader;

  /**
   * @param card own card, which binary frames contain
   * @param clockOffset minutes by which the clock of the machine is ahead of UTC
   */
  constructor(dialect: BeidouDialect, card: string, clockOffset = 0) {
    this.#dialect = dialect;
    this.#card = Number(card);
    this.#offset = clockOffset;
    this.#reader = dialect === '4.0' ? createFrameReader() : createSentenceReader();
  }

  receive(bytes: Uint8Array): readonly MachineInput[] {
    const inputs: MachineInput[] = [];
    this.#reader.feed(bytes);
    for (let found = this.#reader.next(); found !== null; found = this.#reader.next()) {
      const { kind, raw } = found;
      const request = kind !== 'frame' ? undefined : this.#read(raw);
      inputs.push(
        request === undefined || typeof request === 'string'
          ? { type: 'rejected', raw }
          : { type: 'request', request },
      );
    }
    return inputs;
  }

  /** @param now epoch milliseconds, for times that the event does not have */
  encode(event: MachineEvent, now: number): Buffer {
    const clock: Clock = { now, offset: this.#offset };
    return this.#dialect === '4.0'
      ? writeFrameEvent(event, this.#card, clock)
      : writeSentenceEvent(event, this.#dialect, clock);
  }

  #read(raw: Buffer) {
    return this.#dialect === '4.0' ? readFrameRequest(raw) : readSentenceRequest(raw);
  }
}
