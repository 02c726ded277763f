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

/** A crossing that counts, and where and when the edge was crossed, which may be between two fixes. */
export interface CountedCrossing {
  readonly fence: WatchedFence;
  readonly direction: 'IN' | 'OUT';
  readonly coordinates: TimedCoordinates;
}

export interface CrossingStep {
  readonly memory: readonly FenceMemory[];
  /** In their order, whether they are to be told or not. */
  readonly crossed: readonly CountedCrossing[];
}

/** Fences that watch one place: of more, the oldest. */
export const MAX_WATCHING_FENCES = 100;
/** Fences between two fixes, those over both among them: of more, the oldest. */
export const MAX_PASSED_FENCES = 1_000;
/** Fences that are remembered of a tracker: those of the place that it left, and of the one that it came to. */
export const MAX_STORED_FENCES = 2 * MAX_WATCHING_FENCES;

const NO_MEMORY: readonly FenceMemory[] = [];
const NO_KNOWN_FENCES: ReadonlyMap<number, FenceMemory> = new Map();
const NO_CROSSINGS: readonly CountedCrossing[] = [];

/**
 * What one more valid fix, newer than those before, says of the fences that watch a tracker.
 *
 * Inside or outside is what last counted; beyond the edge is the other side of it. A crossing counts when the tracker was
 * beyond the edge for the fence's seconds, from the first fix there on, or is its metres away from it; whoever is back before
 * has not crossed. On a way through between two fixes it counts when the time or the way from edge to edge reaches
 * the same. So jitter along the edge is not a crossing, and neither is a way along it, however many fixes it has.
 *
 * Memory has the fences that the tracker is in, or beyond whose edge it is. It is never in one without
 * that being remembered: one that it was in already when it was last seen, without memory of it, is new, or another shape,
 * or watches it only now, and nothing is told of that.
 *
 * @param previous where it was last seen; null: nowhere yet.
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

/** The fences that a leg may cross: those remembered, those over its ends, and those on its way where that is known. */
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
    // So few that they are not too many at either end.
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
    // Those over its ends have been chosen.
    if (!isInBox(fence, from) && !isInBox(fence, to)) fences.add(fence);
  }
  return fences;
}

function isInBox({ area: { box } }: WatchedFence, { longitude, latitude }: TimedCoordinates): boolean {
  return boxContains(box, longitude, latitude);
}

/** A fence that is new to the tracker: it is where it is. */
function toInitialMemory(
  { fenceId, shapedAt, area }: WatchedFence,
  { longitude, latitude }: TimedCoordinates,
): FenceMemory {
  return { fenceId, shapedAt, inside: area.contains(longitude, latitude), crossing: null };
}

/** Goes along the leg from edge to edge. Adds to `crossed` what counts. */
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
  // Of a way that nobody knows it is known where it ended.
  const edges = segment.isStraight ? area.crossings(segment, isOdd) : isOdd ? [1] : [];
  if (edges.length === 0 && before.crossing === null && before.inside === startsInside) return before;

  let { inside, crossing } = before;
  let start = 0;
  for (let stretch = 0; stretch <= edges.length; stretch++) {
    const isInside = startsInside === (stretch % 2 === 0);
    const edge = edges[stretch];
    if (isInside === inside) {
      crossing = null;
    } else {
      crossing ??= { ...segment.at(start), seenAt: to.time };
      const isCounted =
        edge === undefined
          ? isDwellComplete(crossing, fence, segment)
          : passedThrough(crossing, fence, segment, edge);
      if (isCounted) {
        crossed.push({ fence, direction: isInside ? 'IN' : 'OUT', coordinates: coordinatesOf(crossing) });
        inside = isInside;
        crossing = null;
      }
    }
    start = edge ?? 1;
  }
  return { fenceId: before.fenceId, shapedAt: before.shapedAt, inside, crossing };
}

/** Whether a crossing counts whose far side the leg ends on. */
function isDwellComplete(crossing: FenceCrossing, fence: WatchedFence, { to, isJump }: Segment): boolean {
  const { area, holdSeconds, holdMetres } = fence;
  if (holdSeconds === 0 && holdMetres === 0) return true;
  if (holdSeconds > 0 && to.time - crossing.seenAt >= holdSeconds * 1_000) return true;
  // After a leap it is far beyond every edge, though it may never have been there: it has to stay.
  return holdMetres > 0 && !isJump && area.isFarFromEdge(to.longitude, to.latitude, holdMetres);
}

/** Whether a crossing counts that the leg takes back at `edge`: the tracker was on the far side from the one to the other. */
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
  // Of a tracker at rest that reports seldom, the time between two fixes on one side says nothing of the other.
  const longEnough = segment.length >= JITTER_METRES && exit.time - crossing.time >= holdSeconds * 1_000;
  return farEnough || (holdSeconds > 0 && longEnough);
}

/**
 * Whether a way from edge to edge with fixes in between goes through, rather than along the edge with a wave in it: half of
 * what it has to be long, its middle is away from any edge.
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
