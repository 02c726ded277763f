import Flatbush from 'flatbush';
import type { Area, Box } from './area.ts';

/** Which crossings of a fence are told. */
export type FenceNotice = 'BOTH' | 'IN' | 'OUT' | 'NONE';

export interface WatchedFence {
  readonly fenceId: number;
  readonly fenceName: string;
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

/** The fences of an account, to be found by place. It is never changed: other fences are another index. */
export class FenceIndex {
  readonly #fences: readonly WatchedFence[];
  readonly #byId: ReadonlyMap<number, WatchedFence>;
  readonly #tree: Flatbush | null;
  /** The fence of each box of the tree: one across the antimeridian has two. */
  readonly #ofBox: readonly number[];

  constructor(fences: readonly WatchedFence[]) {
    this.#fences = fences;
    this.#byId = new Map(fences.map((fence) => [fence.fenceId, fence]));
    const boxes = fences.flatMap(({ area }, index) => inWorld(area.box).map((box) => ({ box, index })));
    this.#ofBox = boxes.map(({ index }) => index);
    this.#tree = boxes.length === 0 ? null : new Flatbush(boxes.length);
    for (const { box } of boxes) this.#tree?.add(box.west, box.south, box.east, box.north);
    this.#tree?.finish();
  }

  get size(): number {
    return this.#fences.length;
  }

  byId(fenceId: number): WatchedFence | undefined {
    return this.#byId.get(fenceId);
  }

  /** Adds the fences that can reach into `box` and watch trackers of the group; each once. */
  collect(box: Box, groupId: number | null, into: Set<WatchedFence>): void {
    if (this.#tree === null) return;
    for (const part of inWorld(box)) {
      for (const found of this.#tree.search(part.west, part.south, part.east, part.north)) {
        const fence = this.#fences[this.#ofBox[found] ?? -1];
        if (fence !== undefined && watches(fence, groupId)) into.add(fence);
      }
    }
  }
}

export function watches({ groupIds }: WatchedFence, groupId: number | null): boolean {
  return groupIds === null || (groupId !== null && groupIds.has(groupId));
}

/** A box that goes beyond 180 degrees, and the part of it that is the world's other side. */
function inWorld(box: Box): readonly Box[] {
  if (box.east < 180) return [box];
  return [box, { ...box, west: box.west - 360, east: box.east - 360 }];
}
