import { partitionPoint } from './partition-point.ts';

/** Additions are inserted one by one below this share of the list, and merged with it above. */
const INSERTION_SHARE = 1 / 16;

/**
 * Items in an order that is established when a position is first requested: a list that nobody looks at costs no
 * comparisons. Items are compared by identity when they are removed, so one is never in it twice.
 */
export class SortedList<Item> {
  readonly #compare: (a: Item, b: Item) => number;
  #sorted: Item[] = [];
  #added = new Set<Item>();
  #removed = new Set<Item>();

  /** @param compare never 0 for different items; their order must not change while they are in the list */
  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#sorted.length + this.#added.size - this.#removed.size;
  }

  /** Adds an item that is not in the list. */
  add(item: Item): void {
    if (!this.#removed.delete(item)) this.#added.add(item);
  }

  /** Removes an item that is in the list. */
  remove(item: Item): void {
    if (!this.#added.delete(item)) this.#removed.add(item);
  }

  at(index: number): Item | undefined {
    this.#settle();
    return this.#sorted[index];
  }

  /** -1 if it is not in the list. */
  indexOf(item: Item): number {
    this.#settle();
    const index = this.#lowerBound(item);
    return this.#sorted[index] === item ? index : -1;
  }

  /** All items in their order. */
  items(): readonly Item[] {
    this.#settle();
    return this.#sorted;
  }

  #lowerBound(item: Item, from = 0): number {
    const isBefore = (index: number) => this.#compare(this.#sorted[index] as Item, item) < 0;
    return partitionPoint(this.#sorted.length, isBefore, from);
  }

  #settle(): void {
    if (this.#removed.size > 0) {
      this.#sorted = this.#sorted.filter((item) => !this.#removed.has(item));
      this.#removed = new Set();
    }
    if (this.#added.size === 0) return;
    const added = [...this.#added].sort(this.#compare);
    this.#added = new Set();
    const few = added.length < this.#sorted.length * INSERTION_SHARE;
    this.#sorted = few ? this.#insert(added) : this.#merge(added);
  }

  /** Finds the position of each addition by binary search. */
  #insert(added: readonly Item[]): Item[] {
    const result: Item[] = [];
    let from = 0;
    for (const item of added) {
      const to = this.#lowerBound(item, from);
      for (let at = from; at < to; at += 1) result.push(this.#sorted[at] as Item);
      result.push(item);
      from = to;
    }
    for (let at = from; at < this.#sorted.length; at += 1) result.push(this.#sorted[at] as Item);
    return result;
  }

  #merge(added: readonly Item[]): Item[] {
    const result: Item[] = [];
    let from = 0;
    for (const item of added) {
      while (from < this.#sorted.length && this.#compare(this.#sorted[from] as Item, item) < 0)
        result.push(this.#sorted[from++] as Item);
      result.push(item);
    }
    while (from < this.#sorted.length) result.push(this.#sorted[from++] as Item);
    return result;
  }
}
