import type { MachineCondition } from '@wakeline/domain/satellite/machine-conditions';
import type { CardEvent, SubordinatesEvent } from '@wakeline/protocols/satellite/beidou/event';

/** What a machine says about itself. */
export interface MachineState {
  readonly condition: MachineCondition;
  /** In English; empty: none. */
  readonly detail: string;
  /** Null: it has not described its card. */
  readonly card: CardEvent | null;
  readonly subordinates: readonly string[];
}

export const UNKNOWN_MACHINE: MachineState = {
  condition: 'offline',
  detail: 'not connected yet',
  card: null,
  subordinates: [],
};

/** Lists of subordinates of one machine at most. */
const MAX_LISTS = 255;

/** Collects the lists of subordinate cards that a machine sends one by one. */
export class SubordinateLists {
  #cards: string[] = [];
  #lists = 0;
  #total: number | null = null;

  /** Starts again with the description of a card; returns the number of the list to request, null: none. */
  start({ subordinates }: CardEvent): number | null {
    this.#cards = [];
    this.#lists = 0;
    this.#total = subordinates;
    return subordinates === null || subordinates === 0 ? null : 1;
  }

  /** Adds a list; returns the number of the next one to request, null: it was the last one. */
  add({ total, cards }: SubordinatesEvent): number | null {
    this.#lists++;
    this.#cards.push(...cards);
    const expected = total ?? this.#total ?? 0;
    return cards.length > 0 && this.#cards.length < expected && this.#lists < MAX_LISTS
      ? this.#lists + 1
      : null;
  }

  get cards(): readonly string[] {
    return [...new Set(this.#cards)];
  }
}
