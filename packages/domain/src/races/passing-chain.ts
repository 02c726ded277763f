import type { Candidate } from './candidate.ts';
import type { RaceCourse } from './race-course.ts';
import type { Start } from './start-timer.ts';

/** Of the distance along the course between two points, so much must be moved if the points between them are skipped. */
const PLAUSIBLE = 0.7;
/**
 * The same between two points of a road or trail, or two visits of a place: less cannot be a passing, but a crossing of the same
 * line for another lap. Corners are cut between fixes.
 */
const POSSIBLE = 0.4;
/** Metres that may be missing in addition, for noise and the radius of circles. */
const SLACK = 50;

/**
 * `open`: the participant is on the way. A skip that they have not moved far enough for may be a control on the path of another
 * leg; it counts only when more points are found after it than it skips. `closed`: nothing follows, the most points count.
 */
export type ChainMode = 'open' | 'closed';

/** A sequence of passings that ends with a candidate. */
export interface Chain {
  readonly candidate: Candidate;
  readonly previous: Chain | null;
  readonly start: Start | null;
  /** The number of points, with the start. */
  readonly found: number;
  /** Points that are skipped. */
  readonly skipped: number;
  /** The ones of them for which the participant has not moved far enough. */
  readonly implausible: number;
}

/**
 * Finds the longest sequence of candidates in the order of the course and of time, by dynamic programming: the best sequence up to
 * a candidate follows from the best ones up to the candidates before it.
 */
export class PassingChain {
  readonly #mode: ChainMode;
  readonly #course: RaceCourse;
  readonly #chains: Chain[] = [];
  #best: Chain | null = null;

  constructor(mode: ChainMode, course: RaceCourse) {
    this.#mode = mode;
    this.#course = course;
  }

  /** Of equal sequences the one that ends first. */
  get best(): Chain | null {
    return this.#best;
  }

  /** Candidates are added in the order of time. */
  add(candidate: Candidate): void {
    let best = this.#begin(candidate);
    for (const previous of this.#chains) {
      // With many visits of a place there are thousands, most of which are too short.
      if (best !== null && this.#score(previous) + 1 < this.#score(best)) continue;
      const chain = this.#follow(previous, candidate);
      // Of equal ones the first: the first entry of a control counts.
      if (chain !== null && (best === null || this.#isBetter(chain, best))) best = chain;
    }
    if (best === null) return;
    this.#chains.push(best);
    if (this.#best === null || this.#isBetter(best, this.#best)) this.#best = best;
  }

  /** The sequence of the start and a candidate. The finish needs the start and another point, if the course has any. */
  #begin(candidate: Candidate): Chain | null {
    const { index, start, travelled, distance, controlId } = candidate;
    const isLast = index === this.#course.points.length - 1;
    if (isLast && travelled !== null && (start === null || index > 1)) return null;
    const moved = travelled === null || start === null ? null : travelled - start.travelled;
    const isSame = controlId === this.#course.points[0]?.controlId;
    // A start that was not detected is no lap.
    const isStart = isSame && start === null && travelled !== null;
    if (isStart || !this.#isPossible(moved, distance, isSame)) return null;
    const skipped = index - 1;
    const implausible = isPlausible(moved, distance) ? 0 : skipped;
    const found = start === null ? 1 : 2;
    return { candidate, previous: null, start, found, skipped, implausible };
  }

  #follow(previous: Chain, candidate: Candidate): Chain | null {
    const { candidate: before, start } = previous;
    if (before.index >= candidate.index || before.time > candidate.time) return null;
    const isFinish = candidate.index === this.#course.points.length - 1;
    if (isFinish && start === null && candidate.travelled !== null) return null;
    const isKnown = candidate.travelled !== null && before.travelled !== null;
    const moved = isKnown ? candidate.travelled - before.travelled : null;
    const distance = candidate.distance - before.distance;
    const isSame = before.controlId === candidate.controlId;
    if ((isSame && before.time === candidate.time) || !this.#isPossible(moved, distance, isSame)) return null;
    const skipped = candidate.index - before.index - 1;
    return {
      candidate,
      previous,
      start,
      found: previous.found + 1,
      skipped: previous.skipped + skipped,
      implausible: previous.implausible + (isPlausible(moved, distance) ? 0 : skipped),
    };
  }

  #isPossible(moved: number | null, distance: number, isSame: boolean): boolean {
    if (moved === null || (this.#course.line === null && !isSame)) return true;
    return moved >= POSSIBLE * distance - SLACK;
  }

  #score({ found, implausible }: Chain): number {
    return this.#mode === 'open' ? found - implausible : found;
  }

  #isBetter(one: Chain, other: Chain): boolean {
    const difference = this.#score(one) - this.#score(other);
    if (difference !== 0) return difference > 0;
    if (one.implausible !== other.implausible) return one.implausible < other.implausible;
    return one.skipped < other.skipped;
  }
}

/** @param moved metres; null: unknown, or an official confirms one of the ends. */
function isPlausible(moved: number | null, distance: number): boolean {
  return moved === null || moved >= PLAUSIBLE * distance;
}

/** The candidates of a chain in their order. */
export function candidatesOf(chain: Chain | null): readonly Candidate[] {
  const candidates: Candidate[] = [];
  for (let each = chain; each !== null; each = each.previous) candidates.unshift(each.candidate);
  return candidates;
}
