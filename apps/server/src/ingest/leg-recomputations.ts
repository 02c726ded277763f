import { LegRecomputation, type StoredLeg } from '@wakeline/domain/aviation/recompute-legs';
import { readCarriages } from '../aviation/carriages.ts';
import { readStoredLegs } from '../aviation/leg-replacements.ts';
import type { Clock } from '../clock.ts';
import { deleteLatePositions, type LatePositions } from '../positions/late-positions.ts';
import type { PositionHistory } from '../positions/position-store.ts';
import { readLongTrack, type TrackWindow } from '../positions/read-track.ts';
import type { RunInBackground } from './follow-changes.ts';
import { startLateRuns } from './late-runs.ts';
import type { IngestMetrics } from './metrics.ts';
import type { ReportWriter } from './report-writer.ts';

/** Milliseconds before a leg whose positions are read, so that the aircraft is first seen on the ground. */
const LEAD_MS = 12 * 3_600_000;
/** Times that the positions which came meanwhile are read before the next run tries again. */
const MAX_ATTEMPTS = 5;

interface Dependencies extends PositionHistory {
  readonly writer: ReportWriter;
  readonly clock: Clock;
  readonly metrics: Pick<IngestMetrics, 'legSeconds'>;
  /** Milliseconds between two runs. */
  readonly interval: number;
}

/**
 * Finds the legs of a plane again when late positions of its device were stored: from the landing before them until the aircraft
 * stands again, or until the newest position. The writer replaces the legs, because the state of the device may be part of
 * an open one.
 */
export class LegRecomputations {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Starts the periodic runs. Returns a function that stops them. */
  start(runInBackground: RunInBackground): () => void {
    const { db, writer, clock, interval, metrics } = this.#dependencies;
    return startLateRuns(
      {
        ...{ db, writer, clock, interval, table: 'leg_recompute', name: 'finding legs again' },
        seconds: metrics.legSeconds,
        recompute: (late, signal) => this.#recompute(late, signal),
      },
      runInBackground,
    );
  }

  async #recompute(late: LatePositions, signal: AbortSignal): Promise<void> {
    const { db, writer } = this.#dependencies;
    const { trackerId, markedAt } = late;
    const carriages = await readCarriages(db, trackerId);
    if (!writer.owns(trackerId)) return;
    if (carriages.length === 0 || writer.newestPositionOf(trackerId) === null) {
      await deleteLatePositions(db, 'leg_recompute', late);
      return;
    }
    const { from, stored } = await this.#readWindow(late);
    const search = new LegSearch(new LegRecomputation(carriages), stored, late.to);
    let next = from;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const newest = writer.newestPositionOf(trackerId) ?? next;
      await this.#read(search, { trackerId, from: next, to: newest }, signal);
      if (signal.aborted) return;
      const { settledAt, recomputation } = search;
      const { legs, events, memory } = recomputation;
      const isReplaced = writer.replaceLegs({
        ...{ trackerId, from, legs, events, memory, markedAt },
        to: settledAt ?? newest,
        newest: settledAt === null ? newest : null,
        retained: search.unseen,
      });
      if (isReplaced) return;
      next = newest + 1;
    }
  }

  async #read(
    search: LegSearch,
    window: Pick<TrackWindow, 'trackerId' | 'from' | 'to'>,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock } = this.#dependencies;
    for await (const batch of readLongTrack(this.#dependencies, { ...window, now: clock.now() })) {
      if (signal.aborted) return;
      for (const position of batch) {
        search.add(position);
        if (search.settledAt !== null) return;
      }
    }
  }

  /** The time from which positions are read, and the legs that may change. */
  async #readWindow({
    trackerId,
    from,
  }: LatePositions): Promise<{ readonly from: number; readonly stored: readonly StoredLeg[] }> {
    const { db } = this.#dependencies;
    const before = await readStoredLegs(db, trackerId, { from: 0, to: from });
    const affected = before.at(-1);
    const previous = before.findLast(
      ({ endedAt }) => endedAt !== null && endedAt < (affected?.startedAt ?? from),
    );
    const start = Math.max(previous?.endedAt ?? 0, (affected?.startedAt ?? from) - LEAD_MS, 0);
    const stored = await readStoredLegs(db, trackerId, { from: start, to: Number.MAX_SAFE_INTEGER });
    return { from: start, stored };
  }
}

/** Reads positions until the aircraft stands again after the late ones. */
class LegSearch {
  readonly recomputation: LegRecomputation;
  /** Stored legs of which no position was found. */
  readonly unseen = new Set<number>();
  readonly #stored: readonly StoredLeg[];
  readonly #lateTo: number;
  #next = 0;
  #settledAt: number | null = null;

  constructor(recomputation: LegRecomputation, stored: readonly StoredLeg[], lateTo: number) {
    this.recomputation = recomputation;
    this.#stored = stored;
    this.#lateTo = lateTo;
    for (const { startedAt } of stored) this.unseen.add(startedAt);
  }

  /** Epoch milliseconds of the position at which nothing later can change; null: not yet. */
  get settledAt(): number | null {
    return this.#settledAt;
  }

  add(position: Parameters<LegRecomputation['add']>[0]): void {
    const { time } = position;
    this.recomputation.add(position);
    const isInLeg = this.#passLegs(time);
    if (!isInLeg && time > this.#lateTo && this.recomputation.isSettled) this.#settledAt = time;
  }

  /** Whether a stored leg contains this time. */
  #passLegs(time: number): boolean {
    for (;;) {
      const leg = this.#stored[this.#next];
      if (leg === undefined || leg.startedAt > time) return false;
      if (time <= (leg.endedAt ?? Number.MAX_SAFE_INTEGER)) {
        this.unseen.delete(leg.startedAt);
        return true;
      }
      this.#next += 1;
    }
  }
}
