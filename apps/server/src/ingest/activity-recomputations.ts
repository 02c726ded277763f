import type { Activity } from '@wakeline/domain/activity/activity';
import { ActivityFollower } from '@wakeline/domain/activity/activity-follower';
import { ignitionStateOf } from '@wakeline/domain/tracker-state/ignition';
import type { Clock } from '../clock.ts';
import { deleteLatePositions, type LatePositions } from '../positions/late-positions.ts';
import { ALL_TIMES, type PositionHistory } from '../positions/position-store.ts';
import { readLongTrack, type TrackWindow } from '../positions/read-track.ts';
import { readActivityStarts, readLastStops, readStopStarts } from '../reports/read-activities.ts';
import type { RunInBackground } from './follow-changes.ts';
import { startLateRuns } from './late-runs.ts';
import type { IngestMetrics } from './metrics.ts';
import type { TrackerRegistry } from './registry.ts';
import type { ReportWriter } from './report-writer.ts';

/** Milliseconds before a late position in which it can change what is certain: a standstill becomes one after 3 minutes. */
const LEAD_MS = 10 * 60_000;
/** Times that the positions which came meanwhile are read before the next run tries again. */
const MAX_ATTEMPTS = 5;

interface Dependencies extends PositionHistory {
  readonly registry: Pick<TrackerRegistry, 'findByTrackerId'>;
  readonly writer: ReportWriter;
  readonly clock: Clock;
  readonly metrics: Pick<IngestMetrics, 'activitySeconds'>;
  /** Milliseconds between two runs. */
  readonly interval: number;
}

/**
 * Finds the activities of a device again when late positions were stored: from the last stop before them until a stop begins where a
 * stored one does, or until the newest position. The writer replaces them, because the state of the device has the open one.
 */
export class ActivityRecomputations {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Starts the periodic runs. Returns a function that stops them. */
  start(runInBackground: RunInBackground): () => void {
    const { db, writer, clock, interval, metrics } = this.#dependencies;
    return startLateRuns(
      {
        ...{ db, writer, clock, interval, table: 'day_recompute', name: 'finding activities again' },
        seconds: metrics.activitySeconds,
        recompute: (late, signal) => this.#recompute(late, signal),
      },
      runInBackground,
    );
  }

  async #recompute(late: LatePositions, signal: AbortSignal): Promise<void> {
    const { db, registry, writer } = this.#dependencies;
    const { trackerId, markedAt } = late;
    const tracker = registry.findByTrackerId(trackerId);
    const first = tracker === undefined ? null : await this.#newestOf(trackerId);
    if (!writer.owns(trackerId)) return;
    if (tracker === undefined || first === null) {
      await deleteLatePositions(db, 'day_recompute', late);
      return;
    }
    const { accountId } = tracker.account;
    const stops = await readLastStops(db, trackerId, late.from - LEAD_MS);
    // A stop earlier, so that the ignition is known.
    const from = stops.at(-1) ?? 0;
    const known = await readStopStarts(db, trackerId, { from: late.to, to: Number.MAX_SAFE_INTEGER });
    const stored = await readActivityStarts(db, trackerId, { from: stops[0] ?? 0, to: from + 1 });
    const search = new ActivitySearch(new ActivityFollower(tracker.account), new Set(known));
    const { follower } = search;
    let [next, newest] = [stops[0] ?? 0, first];
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      await this.#read(search, { trackerId, from: next, to: newest.time }, signal);
      if (signal.aborted) return;
      const { followed } = follower;
      if (followed === null) break;
      // A device that never reported has no state for the last activity of its imported positions.
      const activities = newest.hasState ? follower.ended : follower.activities;
      const start = startOfChange(follower.activities, from, new Set(stored));
      const isReplaced = writer.replaceActivities({
        ...{ trackerId, accountId, from: start, followed, markedAt },
        to: search.settledAt ?? newest.time + 1,
        activities: activities.filter((activity) => activity.from.time >= start),
        newest: search.settledAt === null && newest.hasState ? newest.time : null,
      });
      if (isReplaced) return;
      next = newest.time + 1;
      newest = (await this.#newestOf(trackerId)) ?? newest;
    }
    if (follower.followed === null) await deleteLatePositions(db, 'day_recompute', late);
  }

  /** The newest position of a tracker, epoch milliseconds, and whether its state has it; null: it has none. */
  async #newestOf(trackerId: number): Promise<{ readonly time: number; readonly hasState: boolean } | null> {
    const { db, positions, writer } = this.#dependencies;
    const time = writer.newestPositionOf(trackerId);
    if (time !== null) return { time, hasState: true };
    const [range = null] = await positions.readFixRanges(db, trackerId, [ALL_TIMES]);
    return range === null ? null : { time: range.lastFix, hasState: false };
  }

  async #read(
    search: ActivitySearch,
    window: Pick<TrackWindow, 'trackerId' | 'from' | 'to'>,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock } = this.#dependencies;
    for await (const batch of readLongTrack(this.#dependencies, { ...window, now: clock.now() })) {
      if (signal.aborted) return;
      for (const position of batch) {
        if (!position.fix.valid) continue;
        const { latitude, longitude, speed, accuracy } = position.fix;
        const ignition = ignitionStateOf(position.attributes.ignition);
        search.add({ time: position.time, latitude, longitude, speed, accuracy, ignition });
        if (search.settledAt !== null) return;
      }
    }
  }
}

/**
 * When the first activity began that has to be replaced, epoch milliseconds: the one that contains `from`. Rounding may have moved
 * its start, then the ones before it change as well, back to one that begins when a stored one does.
 */
function startOfChange(found: readonly Activity[], from: number, stored: ReadonlySet<number>): number {
  let at = found.findLastIndex((activity) => Math.trunc(activity.from.time) <= from);
  while (at > 0 && !stored.has(Math.trunc(found[at]?.from.time ?? from))) at -= 1;
  const start = found[at]?.from.time;
  return start === undefined ? from : Math.min(from, Math.trunc(start));
}

/** Follows positions until a stop begins where a stored one does. */
class ActivitySearch {
  readonly follower: ActivityFollower;
  readonly #stops: ReadonlySet<number>;
  #settledAt: number | null = null;

  constructor(follower: ActivityFollower, stops: ReadonlySet<number>) {
    this.follower = follower;
    this.#stops = stops;
  }

  /** Epoch milliseconds of the stop from which on nothing changes; null: not found yet. */
  get settledAt(): number | null {
    return this.#settledAt;
  }

  add(fix: Parameters<ActivityFollower['add']>[0]): void {
    this.follower.add(fix);
    const open = this.follower.followed?.memory;
    if (open?.kind === 'stop' && this.#stops.has(Math.trunc(open.from.time))) {
      this.#settledAt = Math.trunc(open.from.time);
    }
  }
}
