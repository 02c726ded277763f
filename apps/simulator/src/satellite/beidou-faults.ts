import type { Random } from '../movement/randomness.ts';

/** Faults of the satellite link and of the line to the server. Fractions are 0..1 of the messages. */
export interface BeidouFaults {
  /** Never arrives, in either direction; its sender is informed that the radio sent it. */
  readonly lose: number;
  /** The receipt of a message that arrived gets lost. */
  readonly loseReceipt: number;
  /** The feedback to a message of the server gets lost. */
  readonly loseFeedback: number;
  /** A message of the server is refused as too early, although its machine has paused as long as it says. */
  readonly tooEarly: number;
  /** A message to the server arrives twice. */
  readonly duplicate: number;
  /** A message to the server arrives after the following one. */
  readonly reorder: number;
  /** A message to the server has a wrong checksum. */
  readonly corrupt: number;
}

export const NO_BEIDOU_FAULTS: BeidouFaults = {
  lose: 0,
  loseReceipt: 0,
  loseFeedback: 0,
  tooEarly: 0,
  duplicate: 0,
  reorder: 0,
  corrupt: 0,
};

/** Maximum delay of a reordered message if no other one follows, milliseconds. */
const MAX_REORDER_MS = 500;
/** Behind the start and length of frames, and the name of sentences. */
const CORRUPTED_BYTE = 12;

/** Sends messages of the machine to the server with the faults of a plan. */
export class FaultyOutput {
  readonly #faults: BeidouFaults;
  readonly #random: Random;
  readonly #send: (bytes: Uint8Array) => void;
  #overtaken: Uint8Array[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(faults: BeidouFaults, random: Random, send: (bytes: Uint8Array) => void) {
    this.#faults = faults;
    this.#random = random;
    this.#send = send;
  }

  /** Whether a fault of this fraction occurs now. */
  happens(fraction: number): boolean {
    return fraction > 0 && this.#random() < fraction;
  }

  send(bytes: Uint8Array): void {
    if (this.happens(this.#faults.lose)) return;
    const received = this.happens(this.#faults.corrupt) ? corrupt(bytes) : bytes;
    if (this.happens(this.#faults.reorder)) {
      this.#overtaken.push(received);
      this.#timer ??= setTimeout(() => this.#sendOvertaken(), MAX_REORDER_MS);
      return;
    }
    this.#send(received);
    if (this.happens(this.#faults.duplicate)) this.#send(received);
    this.#sendOvertaken();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#overtaken = [];
  }

  #sendOvertaken(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const overtaken = this.#overtaken;
    this.#overtaken = [];
    for (const bytes of overtaken) this.#send(bytes);
  }
}

function corrupt(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, index) => (index === CORRUPTED_BYTE ? byte ^ 0x01 : byte));
}
