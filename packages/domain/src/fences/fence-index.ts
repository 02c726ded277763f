import Flatbush from 'flatbush';
import type { Area, Box } from './area.ts';

/** Which crossings of a fence are told. */
export type FenceNotice = 'BOTH' | 'IN' | 'OUT' | 'NONE';

export interface WatchedFence {
  readonly fenceId: number;
  readonly fenceName: string;
  /** The group that it belongs to; null: none. */
  readonly groupId: number | null;
  readonly area: Area;
  /** Which of its shapes this is: epoch milliseconds when its area last changed. */
  readonly shapedAt: number;
  /** The groups whose trackers it watches; null: all trackers, those of no group too. */
  readonly groupIds: ReadonlySet<number> | null;
  readonly notice: FenceNotice;
  /** When a crossing counts: after so many seconds, or so many metres beyond the edge. 0: not by this; both 0: at once. */
  readonly holdSeconds: number;
  readonly holdMetres: number;
}

/**
 * Fences in the tree of the oldest, and how many times as many are in each next one. Whoever asks for the oldest few looks at no more
 * than those trees that have them; who finds few, which is nearly everybody, has looked at few trees.
 */
const FIRST_TREE_SIZE = 1_000;
const GROWTH = 16;

/** What is looked for at once. */
export interface FenceSearch {
  readonly box: Box;
  /** The tracker's group: only fences that watch it. */
  readonly groupId: number | null;
  /** The oldest so many, if there are more. */
  readonly limit: number;
}

/** The fences of an account, to be found by place. It is never changed: other fences are another index. */
export class FenceIndex {
  readonly #byId: ReadonlyMap<number, WatchedFence>;
  /** The oldest fences first. */
  readonly #trees: readonly FenceTree[];

  constructor(fences: readonly WatchedFence[]) {
    this.#byId = new Map(fences.map((fence) => [fence.fenceId, fence]));
    const oldestFirst = fences.toSorted((a, b) => a.fenceId - b.fenceId);
    const trees: FenceTree[] = [];
    for (let at = 0, size = FIRST_TREE_SIZE; at < oldestFirst.length; at += size, size *= GROWTH)
      trees.push(new FenceTree(oldestFirst.slice(at, at + size)));
    this.#trees = trees;
  }

  get size(): number {
    return this.#byId.size;
  }

  byId(fenceId: number): WatchedFence | undefined {
    return this.#byId.get(fenceId);
  }

  /** Adds the fences that can reach into the box; each once. */
  collect(search: FenceSearch, result: Set<WatchedFence>): void {
    const boxes = splitAtAntimeridian(search.box);
    let remaining = search.limit;
    for (const tree of this.#trees) {
      if (remaining <= 0) return;
      remaining -= tree.collect(boxes, search.groupId, remaining, result);
    }
  }
}

/** Fences, the oldest first. */
class FenceTree {
  readonly #fences: readonly WatchedFence[];
  readonly #tree: Flatbush;
  /** The fence of each box of the tree: one across the antimeridian has two. */
  readonly #fenceOfBox: readonly number[];

  constructor(fences: readonly WatchedFence[]) {
    this.#fences = fences;
    const boxes = fences.flatMap(({ area }, index) =>
      splitAtAntimeridian(area.box).map((box) => ({ box, index })),
    );
    this.#fenceOfBox = boxes.map(({ index }) => index);
    this.#tree = new Flatbush(boxes.length);
    for (const { box } of boxes) this.#tree.add(box.west, box.south, box.east, box.north);
    this.#tree.finish();
  }

  /** Adds the oldest `most`, and answers how many these are. */
  collect(
    searchBoxes: readonly Box[],
    groupId: number | null,
    limit: number,
    result: Set<WatchedFence>,
  ): number {
    const numbers: number[] = [];
    for (const { west, south, east, north } of searchBoxes) {
      for (const box of this.#tree.search(west, south, east, north)) {
        const number = this.#fenceOfBox[box] ?? -1;
        const fence = this.#fences[number];
        if (fence !== undefined && isWatching(fence, groupId)) numbers.push(number);
      }
    }
    const mayRepeat = searchBoxes.length > 1 || this.#fenceOfBox.length > this.#fences.length;
    let found = mayRepeat ? [...new Set(numbers)] : numbers;
    if (found.length > limit) found = found.sort((a, b) => a - b).slice(0, limit);
    for (const number of found) result.add(this.#fences[number] as WatchedFence);
    return found.length;
  }
}

export function isWatching({ groupIds }: WatchedFence, groupId: number | null): boolean {
  return groupIds === null || (groupId !== null && groupIds.has(groupId));
}

/** A box that goes beyond 180 degrees, and the part of it that is the world's other side. */
function splitAtAntimeridian(box: Box): readonly Box[] {
  if (box.east < 180) return [box];
  return [box, { ...box, west: box.west - 360, east: box.east - 360 }];
}

/** Whether a box lies over a place, from either side of the antimeridian. */
export function boxContains({ west, south, east, north }: Box, longitude: number, latitude: number): boolean {
  if (latitude < south || latitude > north) return false;
  return (longitude >= west && longitude <= east) || (longitude + 360 >= west && longitude + 360 <= east);
}
