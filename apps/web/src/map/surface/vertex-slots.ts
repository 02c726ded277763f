export interface VertexSlot {
  readonly at: number;
  readonly capacity: number;
}

/** Divides a buffer among lines that grow and shrink. */
export interface VertexSlots {
  /** End of the used part. */
  readonly end: number;
  get(key: number): VertexSlot | undefined;
  /** The slot of a line of this length; another one than before if it has outgrown that. */
  allocate(key: number, length: number): VertexSlot;
  free(key: number): void;
  /** Whether more than half of the buffer is unused; then all lines are allocated again after `clear`. */
  readonly isWasteful: boolean;
  clear(): void;
}

const MIN_WASTE = 1_024;
/** A growing line gets space for more. */
const RESERVE = 1.25;

/** @param start first usable vertex */
export function createVertexSlots(start: number): VertexSlots {
  const slots = new Map<number, VertexSlot>();
  let end = start;
  let used = 0;

  function free(key: number): void {
    used -= slots.get(key)?.capacity ?? 0;
    slots.delete(key);
  }

  return {
    get end() {
      return end;
    },
    get: (key) => slots.get(key),
    allocate(key, length) {
      const slot = slots.get(key);
      if (slot !== undefined && slot.capacity >= length) return slot;
      const next = { at: end, capacity: slot === undefined ? length : Math.ceil(length * RESERVE) };
      free(key);
      slots.set(key, next);
      end += next.capacity;
      used += next.capacity;
      return next;
    },
    free,
    get isWasteful() {
      return end - start - used > Math.max(used, MIN_WASTE);
    },
    clear() {
      slots.clear();
      end = start;
      used = 0;
    },
  };
}
