import type { TerminalInstruction } from '@wakeline/protocols/protocol';
import type { Random } from '../movement/randomness.ts';

/** How a device responds to instructions. Fractions are 0..1 of the instructions; what remains is accepted. */
export interface ResponsePlan {
  /** No receipt. */
  readonly silent: number;
  /** The device accepts it, but its receipt names another instruction. */
  readonly wrongKey: number;
  readonly rejected: number;
  /** Fraction of the uploads, such as photos, of which one part is lost. */
  readonly lostPart: number;
  /** Milliseconds between the instruction and its receipt. */
  readonly delay: number;
}

export const ACCEPT_ALL: ResponsePlan = { silent: 0, wrongKey: 0, rejected: 0, lostPart: 0, delay: 0 };

/** What a device does with an instruction; null: no receipt. */
export type Response = Parameters<TerminalInstruction['receipts']>[0] | null;

/** Chooses the response of a device to each instruction, and counts them. */
export class InstructionResponses {
  /** Instructions received. */
  received = 0;
  readonly delay: number;
  readonly #plan: ResponsePlan;
  readonly #random: Random;

  constructor(plan: ResponsePlan, random: Random) {
    this.#plan = plan;
    this.#random = random;
    this.delay = plan.delay;
  }

  /** Whether one part of an upload is lost. */
  losesPart(): boolean {
    return this.#plan.lostPart > 0 && this.#random() < this.#plan.lostPart;
  }

  choose(): Response {
    this.received++;
    const { silent, wrongKey, rejected } = this.#plan;
    const value = this.#random();
    if (value < silent) return null;
    if (value < silent + wrongKey) return 'wrong-key';
    return value < silent + wrongKey + rejected ? 'reject' : 'accept';
  }
}
