import type { Random } from '../movement/randomness.ts';
import type { Dial, Parcel, Wire, WireEvents } from './wire.ts';

/** Network faults to inject. Fractions are 0..1 of the frames. */
export interface FaultPlan {
  /** Lost: in half of the cases the frame, in the other half its reply. */
  readonly drop: number;
  /** Arrives twice. */
  readonly duplicate: number;
  /** Arrives after the following frame. */
  readonly reorder: number;
  /** The connection is cut with this frame. */
  readonly cut: number;
  /** Additional latency of each frame, milliseconds. */
  readonly delay: { readonly min: number; readonly max: number };
}

export const NO_FAULTS: FaultPlan = {
  drop: 0,
  duplicate: 0,
  reorder: 0,
  cut: 0,
  delay: { min: 0, max: 0 },
};

/** Maximum delay of a reordered frame if no other frame follows, milliseconds. */
const MAX_REORDER_MS = 500;

/** Wraps a dial with network faults. Logins and heartbeats are not affected. */
export function withFaults<P extends Parcel>(dial: Dial<P>, plan: FaultPlan, random: Random): Dial<P> {
  return (events) => new FaultyWire(dial, plan, random, events);
}

class FaultyWire<P extends Parcel> implements Wire<P> {
  readonly #wire: Wire<P>;
  readonly #plan: FaultPlan;
  readonly #random: Random;
  readonly #events: WireEvents;
  readonly #timers = new Set<NodeJS.Timeout>();
  #overtaken: P[] = [];
  #lostReplies = new Set<string>();

  constructor(dial: Dial<P>, plan: FaultPlan, random: Random, events: WireEvents) {
    this.#plan = plan;
    this.#random = random;
    this.#events = events;
    this.#wire = dial({
      ready: () => events.ready(),
      replied: (key, ok) => {
        if (!this.#lostReplies.delete(key)) events.replied(key, ok);
      },
      closed: (reason) => {
        this.#clear();
        events.closed(reason);
      },
    });
  }

  send(parcel: P): void {
    if (this.#happens(this.#plan.cut)) {
      // As in a real network, the frame may or may not have been delivered.
      if (this.#happens(0.5)) this.#wire.send(parcel);
      this.#schedule(0, () => {
        this.close();
        this.#events.closed(new Error('the network cut the connection'));
      });
      return;
    }
    if (this.#happens(this.#plan.drop)) {
      if (parcel.key === null || this.#happens(0.5)) return;
      this.#lostReplies.add(parcel.key);
    }
    if (this.#happens(this.#plan.reorder)) {
      this.#overtaken.push(parcel);
      this.#schedule(MAX_REORDER_MS, () => this.#sendOvertaken());
      return;
    }
    this.#sendDelayed(parcel);
    if (this.#happens(this.#plan.duplicate)) this.#sendDelayed(parcel);
    this.#sendOvertaken();
  }

  close(): void {
    this.#clear();
    this.#wire.close();
  }

  #sendOvertaken(): void {
    const overtaken = this.#overtaken;
    this.#overtaken = [];
    for (const parcel of overtaken) this.#sendDelayed(parcel);
  }

  #sendDelayed(parcel: P): void {
    const { min, max } = this.#plan.delay;
    if (max <= 0) this.#wire.send(parcel);
    else this.#schedule(min + this.#random() * (max - min), () => this.#wire.send(parcel));
  }

  #happens(share: number): boolean {
    return share > 0 && this.#random() < share;
  }

  #schedule(milliseconds: number, task: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      task();
    }, milliseconds);
    this.#timers.add(timer);
  }

  #clear(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#overtaken = [];
    this.#lostReplies = new Set();
  }
}
