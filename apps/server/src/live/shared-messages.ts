import type { StateCache } from './state-cache.ts';

interface SharedMessage {
  readonly ids: readonly number[];
  readonly bytes: Uint8Array;
}

/**
 * The `states` messages of one round. No state changes meanwhile, so consoles that need the same states in the same
 * format receive the same bytes, which are encoded once: changes as well as full pictures.
 */
export class SharedMessages {
  readonly #cache: StateCache;
  readonly #sentAt: number;
  readonly #messages = new Map<string, SharedMessage[]>();

  constructor(cache: StateCache, sentAt: number) {
    this.#cache = cache;
    this.#sentAt = sentAt;
  }

  encode(ids: readonly number[], { full, binary }: { full: boolean; binary: boolean }): Uint8Array {
    const key = `${binary} ${full} ${ids.length} ${ids[0]}`;
    const similar = this.#messages.get(key) ?? [];
    const known = similar.find((message) => hasSameIds(message.ids, ids));
    if (known !== undefined) return known.bytes;
    const bytes = this.#cache.encode(ids, { full, sentAt: this.#sentAt, binary });
    similar.push({ ids, bytes });
    this.#messages.set(key, similar);
    return bytes;
  }
}

function hasSameIds(one: readonly number[], other: readonly number[]): boolean {
  return one === other || (one.length === other.length && one.every((id, index) => id === other[index]));
}
