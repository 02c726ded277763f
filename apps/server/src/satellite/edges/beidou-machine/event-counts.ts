import type { FastifyBaseLogger } from 'fastify';
import type { CountReceived } from '../../count-received.ts';

/** Milliseconds between two log lines. */
const LOG_INTERVAL_MS = 60_000;

/** Counts what a machine sent, and logs what was not stored: a line a minute at most, however broken the line is. */
export class EventCounts {
  readonly #log: FastifyBaseLogger;
  readonly #count: CountReceived;
  #unlogged = new Map<string, { count: number; detail: string }>();
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(log: FastifyBaseLogger, count: CountReceived) {
    this.#log = log;
    this.#count = count;
  }

  count(outcome: string): void {
    this.#count(outcome);
  }

  /** @param detail of one of them, for the log */
  countProblem(outcome: string, detail: string, now: number): void {
    this.count(outcome);
    const { count } = this.#unlogged.get(outcome) ?? { count: 0 };
    this.#unlogged.set(outcome, { count: count + 1, detail });
    this.logDue(now);
  }

  logDue(now: number): void {
    if (this.#unlogged.size === 0 || now - this.#loggedAt < LOG_INTERVAL_MS) return;
    this.#log.warn(
      { problems: Object.fromEntries(this.#unlogged) },
      'the BeiDou command machine sent what was not stored',
    );
    this.#unlogged = new Map();
    this.#loggedAt = now;
  }
}
