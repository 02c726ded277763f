import type { Candidate } from './candidate.ts';
import type { PassingCorrections } from './corrections.ts';
import { type Chain, candidatesOf, PassingChain } from './passing-chain.ts';
import type { RaceCourse } from './race-course.ts';
import type { Start } from './start-timer.ts';

/** Milliseconds that a finish after skipped points is held, and metres from it that the participant stays within. */
const FINISH_HOLD_MS = 5 * 60_000;
const FINISH_HOLD_METRES = 250;

/** The best sequences of a normal course in both modes. */
export interface Chains {
  readonly open: Chain | null;
  readonly closed: Chain | null;
}

/** What decides whether the run of a participant is over. Times: epoch ms. */
export interface RunEnd {
  readonly now: number;
  /** End of the participant's time; null: none. */
  readonly windowEnd: number | null;
  readonly lastFix: number | null;
  /** Metres of the last fix from the finish; null without a fix. */
  readonly finishDistance: number | null;
}

export function buildChains(course: RaceCourse, candidates: readonly Candidate[]): Chains {
  const [open, closed] = [new PassingChain('open', course), new PassingChain('closed', course)];
  for (const candidate of candidates) {
    open.add(candidate);
    closed.add(candidate);
  }
  return { open: open.best, closed: closed.best };
}

/**
 * The passings of a normal course. Once the participant's time is over nothing follows, so that skips of any size count. Before
 * that, a finish after such skips counts when the participant stays there, or their device is silent.
 */
export function chooseChain(course: RaceCourse, { open, closed }: Chains, end: RunEnd): readonly Candidate[] {
  if (end.windowEnd !== null && end.now >= end.windowEnd) return candidatesOf(closed);
  const last = course.points.length - 1;
  const finish = closed?.candidate;
  const isHeld =
    finish?.index === last &&
    open?.candidate.index !== last &&
    end.now - finish.time >= FINISH_HOLD_MS &&
    ((end.finishDistance ?? 0) <= FINISH_HOLD_METRES || end.now - (end.lastFix ?? 0) >= FINISH_HOLD_MS);
  return candidatesOf(isHeld ? closed : open);
}

/**
 * The passings of a score course: the first one of each control, until the first passing of the finish after one of them.
 */
export function chooseScore({ points }: RaceCourse, candidates: readonly Candidate[]): readonly Candidate[] {
  const chosen = new Map<number, Candidate>();
  for (const candidate of candidates) {
    const isFinish = candidate.index === points.length - 1;
    const isOfficial = candidate.travelled === null;
    if (isFinish && !isOfficial && (chosen.size === 0 || candidate.start === null)) continue;
    if (!chosen.has(candidate.index)) chosen.set(candidate.index, candidate);
    if (isFinish) break;
  }
  return [...chosen.values()];
}

/**
 * Applies corrections to candidates: entered times replace what was detected of their points, and drop what contradicts them in
 * the order of a normal course.
 *
 * @param start the start of the participant so far.
 */
export function correctCandidates(
  course: RaceCourse,
  candidates: readonly Candidate[],
  { passed, ignored }: PassingCorrections,
  { start, now }: { readonly start: Start | null; readonly now: number },
): readonly Candidate[] {
  const entered = course.points.flatMap(({ id, controlId, distance }, index): readonly Candidate[] => {
    const time = passed.get(id);
    if (index === 0 || time === undefined || time > now) return [];
    return [{ index, controlId, distance, time, travelled: null, approach: null, start }];
  });
  const counts = ({ index, time }: Candidate): boolean => {
    const id = course.points[index]?.id ?? '';
    if (passed.has(id) || time <= (ignored.get(id) ?? Number.NEGATIVE_INFINITY)) return false;
    if (course.type === 'score') return true;
    return entered.every((other) => (other.index < index ? other.time <= time : other.time >= time));
  };
  return [...candidates.filter(counts), ...entered].sort(
    (one, other) => one.time - other.time || one.index - other.index,
  );
}
