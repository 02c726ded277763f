import { JITTER_METRES } from '../tracker-state/movement.ts';
import type { FenceCrossing, FenceMemory } from '../tracker-state/tracker-state.ts';
import { boxContains, type FenceIndex, isWatching, type WatchedFence } from './fence-index.ts';
import { Segment, type TimedCoordinates } from './segment.ts';

/** The fences that watch a tracker. */
export interface FenceWatch {
  readonly index: FenceIndex;
  /** The tracker's group. */
  readonly groupId: number | null;
}

/** A crossing that counts, with the position and time at the edge, which may be between two fixes. */
export interface CountedCrossing {
  readonly fence: WatchedFence;
  readonly direction: 'IN' | 'OUT';
  readonly coordinates: TimedCoordinates;
  /** Of an exit: device time of the entry; null: it was inside when the fence started to apply. */
  readonly enteredAt: number | null;
}

export interface CrossingStep {
  readonly memory: readonly FenceMemory[];
  /** In chronological order, whether notified or not. */
  readonly crossed: readonly CountedCrossing[];
}

/** Maximum number of fences that watch one position: the oldest ones. */
export const MAX_WATCHING_FENCES = 100;
/** Maximum number of fences between two fixes, including those over both: the oldest ones. */
export const MAX_PASSED_FENCES = 1_000;
/** Maximum number of fences stored for a tracker: those at the position that it left, and those at the new one. */
export const MAX_STORED_FENCES = 2 * MAX_WATCHING_FENCES;

const NO_MEMORY: readonly FenceMemory[] = [];
const NO_KNOWN_FENCES: ReadonlyMap<number, FenceMemory> = new Map();
const NO_CROSSINGS: readonly CountedCrossing[] = [];

/**
 * Applies a valid fix, newer than the previous ones, to the fences that watch a tracker.
 *
 * The state (inside or outside) is the one that last counted. A crossing counts when the tracker stayed beyond the edge for the
 * dwell time, measured from the first fix there, or is farther from the edge than the exit buffer. If it returns earlier, it
 * has not crossed. For a pass between two fixes, the time or the distance from edge to edge has to reach the same values. So
 * neither jitter along the edge nor movement along it is a crossing, however many fixes it has.
 *
 * The memory contains the fences that the tracker is in or has a pending crossing of. If the tracker was already inside at its
 * previous fix but the memory has no entry, the fence is new, has a new shape or watches it only now: that is not reported.
 *
 * @param previous the last known position; null: none yet.
 */
export function crossFences(
  before: readonly FenceMemory[],
  { index, groupId }: FenceWatch,
  previous: TimedCoordinates | null,
  here: TimedCoordinates,
): CrossingStep {
  const segment = new Segment(previous ?? here, here);
  const fences = findCandidateFences(before, { index, groupId }, segment);
  if (fences.size === 0) return { memory: NO_MEMORY, crossed: NO_CROSSINGS };

  const known =
    before.length === 0 ? NO_KNOWN_FENCES : new Map(before.map((memory) => [memory.fenceId, memory]));
  const memory: FenceMemory[] = [];
  const crossed: CountedCrossing[] = [];
  for (const fence of fences) {
    const stored = known.get(fence.fenceId);
    const current = stored?.shapedAt === fence.shapedAt ? stored : toInitialMemory(fence, segment.from);
    const after = updateFence(current, fence, segment, crossed);
    if (after.inside || after.crossing !== null) memory.push(after);
  }
  crossed.sort((a, b) => a.coordinates.time - b.coordinates.time);
  if (memory.length <= MAX_STORED_FENCES) return { memory, crossed };
  return { memory: memory.sort((a, b) => a.fenceId - b.fenceId).slice(0, MAX_STORED_FENCES), crossed };
}

/** The fences that a segment may cross: those in the memory, those over its ends, and those in between if it is straight. */
function findCandidateFences(
  before: readonly FenceMemory[],
  { index, groupId }: FenceWatch,
  segment: Segment,
): ReadonlySet<WatchedFence> {
  const fences = findNearbyFences({ index, groupId }, segment);
  for (const { fenceId } of before) {
    const fence = index.byId(fenceId);
    if (fence !== undefined && isWatching(fence, groupId)) fences.add(fence);
  }
  return fences;
}

function findNearbyFences(
  { index, groupId }: FenceWatch,
  { from, to, isStraight, box }: Segment,
): Set<WatchedFence> {
  if (isStraight) {
    const all = new Set<WatchedFence>();
    index.collect({ box, groupId, limit: MAX_WATCHING_FENCES + 1 }, all);
    // If there are that few, they are not too many at either end.
    if (all.size <= MAX_WATCHING_FENCES) return all;
  }
  const fences = new Set<WatchedFence>();
  for (const coordinates of from === to ? [to] : [from, to]) {
    const end = new Segment(coordinates, coordinates);
    index.collect({ box: end.box, groupId, limit: MAX_WATCHING_FENCES }, fences);
  }
  if (!isStraight || from === to) return fences;
  const passed = new Set<WatchedFence>();
  index.collect({ box, groupId, limit: MAX_PASSED_FENCES }, passed);
  for (const fence of passed) {
    // Fences over its ends were added above.
    if (!isInBox(fence, from) && !isInBox(fence, to)) fences.add(fence);
  }
  return fences;
}

function isInBox({ area: { box } }: WatchedFence, { longitude, latitude }: TimedCoordinates): boolean {
  return boxContains(box, longitude, latitude);
}

/** The state of a fence that is new to the tracker: inside or outside without a crossing. */
function toInitialMemory(
  { fenceId, shapedAt, area }: WatchedFence,
  { longitude, latitude }: TimedCoordinates,
): FenceMemory {
  return { fenceId, shapedAt, inside: area.contains(longitude, latitude), crossing: null };
}

/** Applies a segment from edge to edge. Adds counted crossings to `crossed`. */
function updateFence(
  before: FenceMemory,
  fence: WatchedFence,
  segment: Segment,
  crossed: CountedCrossing[],
): FenceMemory {
  const { from, to } = segment;
  const { area } = fence;
  const startsInside = area.contains(from.longitude, from.latitude);
  const isOdd = area.contains(to.longitude, to.latitude) !== startsInside;
  // If the path is unknown, only its end is known.
  const edges = segment.isStraight ? area.crossings(segment, isOdd) : isOdd ? [1] : [];
  if (edges.length === 0 && before.crossing === null && before.inside === startsInside) return before;

  let { inside, crossing, enteredAt } = before;
  let start = 0;
  for (let interval = 0; interval <= edges.length; interval++) {
    const isInside = startsInside === (interval % 2 === 0);
    const edge = edges[interval];
    if (isInside === inside) {
      crossing = null;
    } else {
      crossing ??= { ...segment.at(start), seenAt: to.time };
      const isCounted =
        edge === undefined
          ? isDwellComplete(crossing, fence, segment)
          : passedThrough(crossing, fence, segment, edge);
      if (isCounted) {
        const coordinates = coordinatesOf(crossing);
        crossed.push(
          isInside
            ? { fence, direction: 'IN', coordinates, enteredAt: null }
            : { fence, direction: 'OUT', coordinates, enteredAt: enteredAt ?? null },
        );
        enteredAt = isInside ? coordinates.time : undefined;
        inside = isInside;
        crossing = null;
      }
    }
    start = edge ?? 1;
  }
  const { fenceId, shapedAt } = before;
  return { fenceId, shapedAt, inside, crossing, ...(enteredAt !== undefined && { enteredAt }) };
}

/** Whether a crossing counts if the segment ends on its far side. */
function isDwellComplete(crossing: FenceCrossing, fence: WatchedFence, { to, isJump }: Segment): boolean {
  const { area, holdSeconds, holdMetres } = fence;
  if (holdSeconds === 0 && holdMetres === 0) return true;
  if (holdSeconds > 0 && to.time - crossing.seenAt >= holdSeconds * 1_000) return true;
  // After a jump the fix is far beyond every edge, though the tracker may never have been there: only the dwell time counts.
  return holdMetres > 0 && !isJump && area.isFarFromEdge(to.longitude, to.latitude, holdMetres);
}

/** Whether a crossing counts if the segment reverts it at `edge`: the tracker was on the far side in between. */
function passedThrough(
  crossing: FenceCrossing,
  fence: WatchedFence,
  segment: Segment,
  edge: number,
): boolean {
  const { holdSeconds, holdMetres } = fence;
  if (holdSeconds === 0 && holdMetres === 0) return true;
  if (!segment.isStraight) return false;
  const exit = segment.at(edge);
  const through = new Segment(crossing, exit);
  const farEnough = holdMetres > 0 && through.length >= holdMetres;
  if (crossing.seenAt < segment.to.time) return farEnough && isMiddleBeyond(through, fence, segment);
  // For a stationary tracker that reports rarely, the time between two fixes on one side says nothing about the other side.
  const longEnough = segment.length >= JITTER_METRES && exit.time - crossing.time >= holdSeconds * 1_000;
  return farEnough || (holdSeconds > 0 && longEnough);
}

/**
 * Whether a path from edge to edge with fixes in between goes through the fence, and does not just meander along the edge: its
 * middle is at least half of the exit buffer away from any edge.
 */
function isMiddleBeyond(through: Segment, { area, holdMetres }: WatchedFence, { to }: Segment): boolean {
  const middle = through.at(0.5);
  const isBack = area.contains(to.longitude, to.latitude);
  if (area.contains(middle.longitude, middle.latitude) === isBack) return false;
  return area.isFarFromEdge(middle.longitude, middle.latitude, holdMetres / 2);
}

function coordinatesOf({ time, latitude, longitude }: FenceCrossing): TimedCoordinates {
  return { time, latitude, longitude };
}
