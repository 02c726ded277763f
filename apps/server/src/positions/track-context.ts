import type { ActivityMoment } from '@wakeline/domain/activity/activity';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import type { ContextFix, TrackContext } from '@wakeline/domain/tracks/track-activities';
import { readActivityAt } from '../reports/read-activities.ts';
import { readTrackEnds } from '../trackers/validity.ts';
import { unpack } from './packing.ts';
import type { PositionHistory, TrackerSpan } from './position-store.ts';
import { readTrack, type TrackWindow } from './read-track.ts';

/** Milliseconds before a window in which the movement at its start is found. */
const LEAD_MS = 10 * 60_000;
/** Milliseconds after which every change that began in the window is certain with the next fix: a stop takes 3 minutes. */
const CERTAIN_MS = 3 * 60_000;
/** Fixes before and after a window: five a second. */
const MAX_FIXES = 3_000;

/** What decides the first and the last activity of a replay, besides its fixes. */
export async function readTrackContext(history: PositionHistory, window: TrackWindow): Promise<TrackContext> {
  const { trackerId, from, to, now } = window;
  const lead = from - LEAD_MS;
  const end = (await readTrackEnds(history.db, [trackerId], now)).get(trackerId) ?? Number.MAX_SAFE_INTEGER;
  const before = await readTrack(history, { ...window, from: lead, to: from - 1 }, MAX_FIXES);
  const after = await readTrack(history, { ...window, from: to + 1, to: to + CERTAIN_MS - 1 }, MAX_FIXES);
  const certain = await readFix(history, { trackerId, from: to + CERTAIN_MS, to: end }, 'first');
  return {
    start: await readStart(history, trackerId, Math.min(lead - 1, end)),
    before: before.map(toContextFix),
    after: [...after, ...(certain === null ? [] : [certain])].map(toContextFix),
  };
}

/** The activity of a time with the last fix up to it. */
async function readStart(
  history: PositionHistory,
  trackerId: number,
  time: number,
): Promise<TrackContext['start']> {
  const activity = await readActivityAt(history.db, trackerId, time);
  if (activity === null) return null;
  const last = await readFix(history, { trackerId, from: Math.trunc(activity.from.time), to: time }, 'last');
  return last === null ? null : { ...activity, last: toMoment(last) };
}

/** The first or the last valid fix of a time; null: none. */
async function readFix(
  { db, positions }: PositionHistory,
  span: TrackerSpan,
  edge: 'first' | 'last',
): Promise<LocatedReport | null> {
  const row = await positions.readValidEdge(db, span, edge);
  return row === null ? null : unpack(row);
}

function toMoment({ time, fix: { latitude, longitude } }: LocatedReport): ActivityMoment {
  return { time, latitude, longitude };
}

function toContextFix(position: LocatedReport): ContextFix {
  const { speed, accuracy } = position.fix;
  return { ...toMoment(position), speed, accuracy };
}
