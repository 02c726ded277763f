import type { Candidate } from './candidate.ts';
import { CandidateCollector } from './candidate-collector.ts';
import { buildChains, type Chains, chooseChain, chooseScore, correctCandidates } from './choose-passings.ts';
import {
  type Correction,
  correctedSetup,
  type PassingCorrections,
  passingCorrections,
} from './corrections.ts';
import { type Fix, isInWindow, type RunSetup } from './fix.ts';
import { PassingChain } from './passing-chain.ts';
import type { RaceCourse } from './race-course.ts';
import { finishDistance, type RunResult, toRunResult } from './run-result.ts';
import type { Start } from './start-timer.ts';

/**
 * `dropped`: the fix does not count, by its accuracy, time or speed. `duplicate`: there is one of this time. `out-of-order`: it is
 * older than the last one; the caller reads all fixes again into a new run.
 */
export type AddedFix = 'counted' | 'dropped' | 'duplicate' | 'out-of-order';

/** What corrected passings are chosen from. */
interface Corrected {
  /** Chosen again if one of these has changed. */
  readonly candidateCount: number;
  readonly enteredCount: number;
  readonly start: Start | null;
  readonly candidates: readonly Candidate[];
  readonly chains: Chains;
}

/** The run of a participant, fix by fix. After each fix its result is that of `detectPassings` with all fixes so far. */
export class ParticipantRun {
  readonly #course: RaceCourse;
  readonly #setup: RunSetup;
  readonly #correctedSetup: RunSetup;
  readonly #collector: CandidateCollector;
  readonly #open: PassingChain;
  readonly #closed: PassingChain;
  /** The number of candidates that the chains have. */
  #added = 0;
  #corrections: PassingCorrections;
  #corrected: Corrected | null = null;
  #lastTime = Number.NEGATIVE_INFINITY;
  #lastFix: number | null = null;

  constructor(course: RaceCourse, setup: RunSetup, corrections: readonly Correction[] = []) {
    this.#course = course;
    this.#setup = setup;
    this.#correctedSetup = correctedSetup(setup, course, corrections);
    this.#corrections = passingCorrections(corrections);
    this.#collector = new CandidateCollector(course, this.#correctedSetup);
    this.#open = new PassingChain('open', course);
    this.#closed = new PassingChain('closed', course);
  }

  add(fix: Fix): AddedFix {
    if (fix.time <= this.#lastTime) return fix.time === this.#lastTime ? 'duplicate' : 'out-of-order';
    this.#lastTime = fix.time;
    if (isInWindow(fix, this.#setup)) this.#lastFix = fix.time;
    return this.#collector.add(fix) ? 'counted' : 'dropped';
  }

  /** Replaces the corrections. Returns false if they change the start: then a new run has to read all fixes again. */
  correct(corrections: readonly Correction[]): boolean {
    const { startTime, timedFrom } = correctedSetup(this.#setup, this.#course, corrections);
    const { startTime: known, timedFrom: knownFrom } = this.#correctedSetup;
    if (startTime !== known || timedFrom !== knownFrom) return false;
    this.#corrections = passingCorrections(corrections);
    this.#corrected = null;
    return true;
  }

  /**
   * @param now epoch ms, not before the last fix.
   * @param windowEnd end of the participant's time, epoch ms, if it has ended before that of the setup.
   */
  result(now: number, windowEnd: number | null = this.#setup.window.to): RunResult {
    const collector = this.#collector;
    const { last, lineProgress, start } = collector;
    return toRunResult({
      ...{ course: this.#course, now, start, last, lineProgress },
      passed: this.#choose(now, windowEnd),
      corrections: this.#corrections,
      isStartOfficial: this.#correctedSetup !== this.#setup,
      lastFix: this.#lastFix,
      nearest: (index) => collector.nearest(index),
    });
  }

  #choose(now: number, windowEnd: number | null): readonly Candidate[] {
    const course = this.#course;
    const { candidates, last } = this.#collector;
    const isCorrected = this.#corrections.passed.size + this.#corrections.ignored.size > 0;
    const corrected = isCorrected ? this.#correct(now) : null;
    if (course.type === 'score') return chooseScore(course, corrected?.candidates ?? candidates);
    return chooseChain(course, corrected?.chains ?? this.#chains(), {
      now,
      windowEnd,
      lastFix: this.#lastFix,
      finishDistance: finishDistance(course, last),
    });
  }

  #chains(): Chains {
    const { candidates } = this.#collector;
    for (const candidate of candidates.slice(this.#added)) {
      this.#open.add(candidate);
      this.#closed.add(candidate);
    }
    this.#added = candidates.length;
    return { open: this.#open.best, closed: this.#closed.best };
  }

  #correct(now: number): Corrected {
    const { candidates, start } = this.#collector;
    const { passed } = this.#corrections;
    const known = this.#corrected;
    const enteredCount = [...passed.values()].filter((time) => time <= now).length;
    if (
      known?.candidateCount === candidates.length &&
      known.enteredCount === enteredCount &&
      known.start === start
    )
      return known;
    const corrected = correctCandidates(this.#course, candidates, this.#corrections, { start, now });
    const chains =
      this.#course.type === 'score' ? { open: null, closed: null } : buildChains(this.#course, corrected);
    this.#corrected = {
      ...{ candidateCount: candidates.length, enteredCount, start, chains },
      candidates: corrected,
    };
    return this.#corrected;
  }
}
