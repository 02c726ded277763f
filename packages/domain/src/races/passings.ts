import { CandidateCollector } from './candidate-collector.ts';
import { buildChains, chooseChain, chooseScore, correctCandidates } from './choose-passings.ts';
import { type Correction, correctedSetup, passingCorrections } from './corrections.ts';
import { type Fix, isInWindow, type RunSetup } from './fix.ts';
import type { RaceCourse } from './race-course.ts';
import { finishDistance, type RunResult, toRunResult } from './run-result.ts';

export interface RunOptions {
  readonly setup: RunSetup;
  readonly corrections?: readonly Correction[];
  /** Epoch ms: the result is as of this time, later fixes do not count. */
  readonly now: number;
}

/**
 * The run of a participant from all their fixes, in any order. `docs/development/races.md` has the rules. `ParticipantRun` gives
 * the same result fix by fix.
 */
export function detectPassings(
  course: RaceCourse,
  fixes: readonly Fix[],
  { setup, corrections = [], now }: RunOptions,
): RunResult {
  const corrected = correctedSetup(setup, course, corrections);
  const decisions = passingCorrections(corrections);
  const collector = new CandidateCollector(course, corrected, false);
  let lastTime: number | null = null;
  let lastFix: number | null = null;
  for (const fix of [...fixes].sort((one, other) => one.time - other.time)) {
    if (fix.time > now || fix.time === lastTime) continue;
    lastTime = fix.time;
    if (isInWindow(fix, setup)) lastFix = fix.time;
    collector.add(fix);
  }
  const { last, lineProgress, start } = collector;
  const candidates = correctCandidates(course, collector.candidates, decisions, { start, now });
  const end = { now, windowEnd: setup.window.to, lastFix, finishDistance: finishDistance(course, last) };
  const passed =
    course.type === 'score'
      ? chooseScore(course, candidates)
      : chooseChain(course, buildChains(course, candidates), end);
  return toRunResult({
    ...{ course, now, start, last, lastFix, lineProgress, passed },
    corrections: decisions,
    isStartOfficial: corrected !== setup,
    nearest: (index) => collector.nearest(index),
  });
}
