import Flatbush from 'flatbush';
import type { Area, Box } from './area.ts';

/** Which crossings of a fence create notices. */
export type FenceNotice = 'BOTH' | 'IN' | 'OUT' | 'NONE';

export interface WatchedFence {
  readonly fenceId: number;
  readonly fenceName: string;
  /** The group of the fence; null: none. */
  readonly groupId: number | null;
  readonly area: Area;
  /** Version of the shape: epoch milliseconds when the area last changed. */
  readonly shapedAt: number;
  /** The groups whose trackers it watches; null: all trackers, including those without a group. */
  readonly groupIds: ReadonlySet<number> | null;
  readonly notice: FenceNotice;
  /**
   * Dwell time in seconds and exit buffer in metres; a crossing counts when either is reached. 0 disables a condition; if both
   * are 0, the crossing counts immediately.
   */
  readonly holdSeconds: number;
  readonly holdMetres: number;
}

/**
 * Number of fences in the tree of the oldest ones, and the factor by which each next tree is larger. A search for the oldest few
 * stops at the first trees that contain enough. With few fences in total, which is the usual case, there are few trees.
 */
const FIRST_TREE_SIZE = 1_000;
const GROWTH = 16;

/** Parameters of a search. */
export interface FenceSearch {
  readonly box: Box;
  /** The tracker's group: the search returns only fences that watch it. */
  readonly groupId: number | null;
  /** Maximum number of results; the oldest fences come first. */
  readonly limit: number;
}

/** A spatial index of the fences of an account. It is immutable: a change creates a new index. */
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

  /** Adds the fences whose bounding box intersects the box, each once. */
  collect(search: FenceSearch, result: Set<WatchedFence>): void {
    const boxes = splitAtAntimeridian(search.box);
    let remaining = search.limit;
    for (const tree of this.#trees) {
      if (remaining <= 0) return;
      remaining -= tree.collect(boxes, search.groupId, remaining, result);
    }
  }
}

/** A tree of fences, ordered from the oldest. */
class FenceTree {
  readonly #fences: readonly WatchedFence[];
  readonly #tree: Flatbush;
  /** The fence of each box of the tree; a fence across the antimeridian has two boxes. */
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

  /** Adds the oldest `limit` matches and returns how many there are. */
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

/** Splits a box beyond 180 degrees in two; the second is shifted by 360 degrees. */
function splitAtAntimeridian(box: Box): readonly Box[] {
  if (box.east < 180) return [box];
  return [box, { ...box, west: box.west - 360, east: box.east - 360 }];
}

/** Whether a box contains the coordinates, from either side of the antimeridian. */
export function boxContains({ west, south, east, north }: Box, longitude: number, latitude: number): boolean {
  if (latitude < south || latitude > north) return false;
  return (longitude >= west && longitude <= east) || (longitude + 360 >= west && longitude + 360 <= east);
}
