import { JITTER } from '../tracker-state/movement.ts';
import type { FenceCrossing, FenceMemory } from '../tracker-state/tracker-state.ts';
import { type FenceIndex, liesOver, type WatchedFence, watches } from './fence-index.ts';
import { Leg, type TimedPlace } from './leg.ts';

/** The fences that watch a tracker. */
export interface FenceWatch {
  readonly index: FenceIndex;
  /** The tracker's group. */
  readonly groupId: number | null;
}

/** A crossing that counts, and where and when the edge was crossed, which may be between two fixes. */
export interface Crossed {
  readonly fence: WatchedFence;
  readonly direction: 'IN' | 'OUT';
  readonly place: TimedPlace;
}

export interface CrossingStep {
  readonly memory: readonly FenceMemory[];
  /** In their order, whether they are to be told or not. */
  readonly crossed: readonly Crossed[];
}

/** Fences that watch one place: of more, the oldest. */
export const MOST_WATCHING = 100;
/** Fences between two fixes, those over both among them: of more, the oldest. */
export const MOST_PASSED = 1_000;
/** Fences that are remembered of a tracker: those of the place that it left, and of the one that it came to. */
export const MOST_REMEMBERED = 2 * MOST_WATCHING;

const NO_MEMORY: readonly FenceMemory[] = [];
const NOTHING_KNOWN: ReadonlyMap<number, FenceMemory> = new Map();
const NOT_CROSSED: readonly Crossed[] = [];

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
  previous: TimedPlace | null,
  here: TimedPlace,
): CrossingStep {
  const leg = new Leg(previous ?? here, here);
  const fences = fencesOf(before, { index, groupId }, leg);
  if (fences.size === 0) return { memory: NO_MEMORY, crossed: NOT_CROSSED };

  const known =
    before.length === 0 ? NOTHING_KNOWN : new Map(before.map((memory) => [memory.fenceId, memory]));
  const memory: FenceMemory[] = [];
  const crossed: Crossed[] = [];
  for (const fence of fences) {
    const remembered = known.get(fence.fenceId);
    const kept = remembered?.shapedAt === fence.shapedAt ? remembered : asSeen(fence, leg.from);
    const after = crossOne(kept, fence, leg, crossed);
    if (after.inside || after.crossing !== null) memory.push(after);
  }
  crossed.sort((a, b) => a.place.time - b.place.time);
  if (memory.length <= MOST_REMEMBERED) return { memory, crossed };
  return { memory: memory.sort((a, b) => a.fenceId - b.fenceId).slice(0, MOST_REMEMBERED), crossed };
}

/** The fences that a leg may cross: those remembered, those over its ends, and those on its way where that is known. */
function fencesOf(
  before: readonly FenceMemory[],
  { index, groupId }: FenceWatch,
  leg: Leg,
): ReadonlySet<WatchedFence> {
  const fences = near({ index, groupId }, leg);
  for (const { fenceId } of before) {
    const fence = index.byId(fenceId);
    if (fence !== undefined && watches(fence, groupId)) fences.add(fence);
  }
  return fences;
}

function near({ index, groupId }: FenceWatch, { from, to, straight, box }: Leg): Set<WatchedFence> {
  if (straight) {
    const all = new Set<WatchedFence>();
    index.collect({ box, groupId, most: MOST_WATCHING + 1 }, all);
    // So few that they are not too many at either end.
    if (all.size <= MOST_WATCHING) return all;
  }
  const fences = new Set<WatchedFence>();
  for (const place of from === to ? [to] : [from, to]) {
    const end = new Leg(place, place);
    index.collect({ box: end.box, groupId, most: MOST_WATCHING }, fences);
  }
  if (!straight || from === to) return fences;
  const passed = new Set<WatchedFence>();
  index.collect({ box, groupId, most: MOST_PASSED }, passed);
  for (const fence of passed) {
    // Those over its ends have been chosen.
    if (!isOver(fence, from) && !isOver(fence, to)) fences.add(fence);
  }
  return fences;
}

function isOver({ area: { box } }: WatchedFence, { longitude, latitude }: TimedPlace): boolean {
  return liesOver(box, longitude, latitude);
}

/** A fence that is new to the tracker: it is where it is. */
function asSeen({ fenceId, shapedAt, area }: WatchedFence, { longitude, latitude }: TimedPlace): FenceMemory {
  return { fenceId, shapedAt, inside: area.contains(longitude, latitude), crossing: null };
}

/** Goes along the leg from edge to edge. Adds to `crossed` what counts. */
function crossOne(before: FenceMemory, fence: WatchedFence, leg: Leg, crossed: Crossed[]): FenceMemory {
  const { from, to } = leg;
  const { area } = fence;
  const startsInside = area.contains(from.longitude, from.latitude);
  const odd = area.contains(to.longitude, to.latitude) !== startsInside;
  // Of a way that nobody knows it is known where it ended.
  const edges = leg.straight ? area.crossings(leg, odd) : odd ? [1] : [];
  if (edges.length === 0 && before.crossing === null && before.inside === startsInside) return before;

  let { inside, crossing } = before;
  let start = 0;
  for (let piece = 0; piece <= edges.length; piece++) {
    const isInside = startsInside === (piece % 2 === 0);
    const edge = edges[piece];
    if (isInside === inside) {
      crossing = null;
    } else {
      crossing ??= { ...leg.at(start), seenAt: to.time };
      const counts =
        edge === undefined ? staysBeyond(crossing, fence, leg) : wentThrough(crossing, fence, leg, edge);
      if (counts) {
        crossed.push({ fence, direction: isInside ? 'IN' : 'OUT', place: placeOf(crossing) });
        inside = isInside;
        crossing = null;
      }
    }
    start = edge ?? 1;
  }
  return { fenceId: before.fenceId, shapedAt: before.shapedAt, inside, crossing };
}

/** Whether a crossing counts whose far side the leg ends on. */
function staysBeyond(crossing: FenceCrossing, fence: WatchedFence, { to, leap }: Leg): boolean {
  const { area, holdSeconds, holdMetres } = fence;
  if (holdSeconds === 0 && holdMetres === 0) return true;
  if (holdSeconds > 0 && to.time - crossing.seenAt >= holdSeconds * 1_000) return true;
  // After a leap it is far beyond every edge, though it may never have been there: it has to stay.
  return holdMetres > 0 && !leap && area.isBeyond(to.longitude, to.latitude, holdMetres);
}

/** Whether a crossing counts that the leg takes back at `edge`: the tracker was on the far side from the one to the other. */
function wentThrough(crossing: FenceCrossing, fence: WatchedFence, leg: Leg, edge: number): boolean {
  const { holdSeconds, holdMetres } = fence;
  if (holdSeconds === 0 && holdMetres === 0) return true;
  if (!leg.straight) return false;
  const left = leg.at(edge);
  const through = new Leg(crossing, left);
  const farEnough = holdMetres > 0 && through.length >= holdMetres;
  if (crossing.seenAt < leg.to.time) return farEnough && liesBeyond(through, fence, leg);
  // Of a tracker at rest that reports seldom, the time between two fixes on one side says nothing of the other.
  const longEnough = leg.length >= JITTER && left.time - crossing.time >= holdSeconds * 1_000;
  return farEnough || (holdSeconds > 0 && longEnough);
}

/**
 * Whether a way from edge to edge with fixes in between goes through, rather than along the edge with a wave in it: half of
 * what it has to be long, its middle is away from any edge.
 */
function liesBeyond(through: Leg, { area, holdMetres }: WatchedFence, { to }: Leg): boolean {
  const middle = through.at(0.5);
  const isBack = area.contains(to.longitude, to.latitude);
  if (area.contains(middle.longitude, middle.latitude) === isBack) return false;
  return area.isBeyond(middle.longitude, middle.latitude, holdMetres / 2);
}

function placeOf({ time, latitude, longitude }: FenceCrossing): TimedPlace {
  return { time, latitude, longitude };
}
