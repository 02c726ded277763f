import { JITTER_METRES } from '../tracker-state/movement.ts';
import type { FenceCrossing, FenceMemory } from '../tracker-state/tracker-state.ts';
import { boxContains, type FenceIndex, isWatching, type WatchedFence } from './fence-index.ts';
import { Segment, type SegmentMileage, type TimedCoordinates } from './segment.ts';
import { endVisit, type FenceVisit } from './visit.ts';

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
  /** Of an exit. */
  readonly visit?: FenceVisit;
}

export interface CrossingStep {
  readonly memory: readonly FenceMemory[];
  /** In chronological order, whether notified or not. */
  readonly crossed: readonly CountedCrossing[];
  /** That ended. */
  readonly visits: readonly FenceVisit[];
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
const NO_VISITS: readonly FenceVisit[] = [];

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
 * A visit ends with the exit, or with the last position for which its fence applied.
 *
 * @param previous the last known position; null: none yet.
 * @param mileage metres of the device at the previous position and here; null: not known.
 */
export function crossFences(
  before: readonly FenceMemory[],
  { index, groupId }: FenceWatch,
  previous: TimedCoordinates | null,
  here: TimedCoordinates,
  mileage: SegmentMileage | null = null,
): CrossingStep {
  const segment = new Segment(previous ?? here, here, mileage);
  const fences = findCandidateFences(before, { index, groupId }, segment);
  if (fences.size === 0)
    return { memory: NO_MEMORY, crossed: NO_CROSSINGS, visits: endsOfFormer(before, index, fences, segment) };

  const known =
    before.length === 0 ? NO_KNOWN_FENCES : new Map(before.map((memory) => [memory.fenceId, memory]));
  const memory: FenceMemory[] = [];
  const crossed: CountedCrossing[] = [];
  for (const fence of fences) {
    const stored = known.get(fence.fenceId);
    const current = stored?.shapedAt === fence.shapedAt ? stored : toInitialMemory(fence, segment);
    const after = updateFence(current, fence, segment, crossed);
    if (after.inside || after.crossing !== null) memory.push(after);
  }
  crossed.sort((a, b) => a.coordinates.time - b.coordinates.time);
  const ended = before.length === 0 ? NO_VISITS : endsOfFormer(before, index, fences, segment);
  const exits = crossed.length === 0 ? NO_VISITS : crossed.flatMap(({ visit }) => visit ?? []);
  const visits = ended.length === 0 ? exits : [...ended, ...exits];
  if (memory.length <= MAX_STORED_FENCES) return { memory, crossed, visits };
  memory.sort((a, b) => a.fenceId - b.fenceId);
  return { memory: memory.slice(0, MAX_STORED_FENCES), crossed, visits };
}

/** Visits of fences that were removed, have a new shape, or no longer watch the tracker. Nobody saw it go out. */
function endsOfFormer(
  before: readonly FenceMemory[],
  index: FenceIndex,
  fences: ReadonlySet<WatchedFence>,
  segment: Segment,
): readonly FenceVisit[] {
  let visits: FenceVisit[] | null = null;
  for (const { fenceId, shapedAt, inside, enteredAt, visit } of before) {
    if (!inside) continue;
    const fence = index.byId(fenceId);
    if (fence !== undefined && fences.has(fence) && fence.shapedAt === shapedAt) continue;
    const mileage = segment.mileageAt(0);
    const end = { fence: fence === undefined ? { fenceId } : fenceOf(fence), to: segment.from, mileage };
    visits ??= [];
    visits.push(endVisit(visit, enteredAt, { ...end, exitDelay: null }));
  }
  return visits ?? NO_VISITS;
}

function fenceOf({ fenceId, fenceName, groupId }: WatchedFence) {
  return { fenceId, fenceName, groupId };
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
function toInitialMemory({ fenceId, shapedAt, area }: WatchedFence, segment: Segment): FenceMemory {
  const { time, longitude, latitude } = segment.from;
  const inside = area.contains(longitude, latitude);
  if (!inside) return { fenceId, shapedAt, inside, crossing: null };
  const visit = { time, latitude, longitude, mileage: segment.mileageAt(0), seenAt: time, delay: 0 };
  return { fenceId, shapedAt, inside, crossing: null, visit };
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

  let { inside, crossing, enteredAt, visit } = before;
  let start = 0;
  for (let interval = 0; interval <= edges.length; interval++) {
    const isInside = startsInside === (interval % 2 === 0);
    const edge = edges[interval];
    if (isInside === inside) {
      crossing = null;
    } else {
      crossing ??= pendingCrossing(segment, start);
      const isCounted =
        edge === undefined
          ? isDwellComplete(crossing, fence, segment)
          : passedThrough(crossing, fence, segment, edge);
      if (isCounted) {
        const coordinates = coordinatesOf(crossing);
        const { mileage = null, seenAt } = crossing;
        const delay = to.time - crossing.time;
        if (isInside) {
          crossed.push({ fence, direction: 'IN', coordinates, enteredAt: null });
          visit = { ...coordinates, mileage, seenAt, delay };
        } else {
          const end = { fence: fenceOf(fence), to: coordinates, mileage, exitDelay: delay };
          const ended = endVisit(visit, enteredAt, end);
          crossed.push({ fence, direction: 'OUT', coordinates, enteredAt: enteredAt ?? null, visit: ended });
          visit = undefined;
        }
        enteredAt = isInside ? coordinates.time : undefined;
        inside = isInside;
        crossing = null;
      }
    }
    start = edge ?? 1;
  }
  const { fenceId, shapedAt } = before;
  return {
    ...{ fenceId, shapedAt, inside, crossing },
    ...(enteredAt !== undefined && { enteredAt }),
    ...(visit !== undefined && { visit }),
  };
}

function pendingCrossing(segment: Segment, fraction: number): FenceCrossing {
  const mileage = segment.mileageAt(fraction);
  return { ...segment.at(fraction), seenAt: segment.to.time, ...(mileage !== null && { mileage }) };
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
