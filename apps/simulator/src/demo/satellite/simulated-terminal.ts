import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../movement/randomness.ts';
import type { MotionState } from '../../movement/schedule.ts';
import { replyTo, type TerminalReport } from './terminal-texts.ts';

const MINUTE_MS = 60_000;
/** Minutes between two messages that a terminal sends on its own: with five terminals some messages an hour. */
const MIN_REPORT_MINUTES = 45;
const MAX_REPORT_MINUTES = 90;
/** Milliseconds in which a message is taken as the reply to what the terminal wrote. */
const REPLY_WINDOW_MS = 10 * MINUTE_MS;

export interface SimulatedTerminalOptions {
  readonly reports: readonly TerminalReport[];
  /** Seconds until it replies, on average. */
  readonly replySeconds: number;
  readonly random: Random;
  /** Position and motion now. */
  readonly state: () => MotionState;
  /** Hands a text to the network, which may wait for the service frequency of the card. */
  readonly send: (text: string) => Promise<void>;
}

/** The person at a satellite terminal: replies to what arrives, and writes a message now and then. */
export class SimulatedTerminal {
  readonly #options: SimulatedTerminalOptions;
  readonly #signal: AbortSignal;
  /** Until when the next message is a reply, which gets none; epoch milliseconds. */
  #expectsUntil = 0;

  constructor(options: SimulatedTerminalOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
  }

  /** A text has arrived. Resolves after the reply. */
  async receive(text: string): Promise<void> {
    if (Date.now() < this.#expectsUntil) {
      this.#expectsUntil = 0;
      return;
    }
    const { replySeconds, random } = this.#options;
    await this.#pause(replySeconds * (0.5 + random()) * 1_000);
    await this.#send((state) => replyTo(text, state));
  }

  /** Writes its reports in turn until the signal is aborted. */
  async run(): Promise<void> {
    const { reports, random } = this.#options;
    if (reports.length === 0) return;
    for (let turn = Math.floor(random() * reports.length); !this.#signal.aborted; turn++) {
      const minutes = MIN_REPORT_MINUTES + random() * (MAX_REPORT_MINUTES - MIN_REPORT_MINUTES);
      await this.#pause(minutes * MINUTE_MS);
      const report = reports[turn % reports.length];
      if (report === undefined) continue;
      if (report.expectsReply) this.#expectsUntil = Date.now() + REPLY_WINDOW_MS;
      await this.#send(report.write);
    }
  }

  async #send(write: (state: MotionState) => string): Promise<void> {
    if (this.#signal.aborted) return;
    await this.#options.send(write(this.#options.state()));
  }

  async #pause(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.#signal }).catch(() => undefined);
  }
}
