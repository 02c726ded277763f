import type { ActivityMoment } from '@wakeline/domain/activity/activity';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import type { ContextFix, TrackContext } from '@wakeline/domain/tracks/track-activities';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { readActivityAt } from '../reports/read-activities.ts';
import { readTrackEnds } from '../trackers/validity.ts';
import { type PackedPosition, REPORTED_INVALID, unpack } from './packing.ts';
import { readTrack, type TrackWindow } from './read-track.ts';

/** Milliseconds before a window in which the movement at its start is found. */
const LEAD_MS = 10 * 60_000;
/** Milliseconds after which every change that began in the window is certain with the next fix: a stop takes 3 minutes. */
const CERTAIN_MS = 3 * 60_000;
/** Fixes before and after a window: five a second. */
const MAX_FIXES = 3_000;

/** What decides the first and the last activity of a replay, besides its fixes. */
export async function readTrackContext(db: Db, window: TrackWindow): Promise<TrackContext> {
  const { trackerId, from, to, now } = window;
  const lead = from - LEAD_MS;
  const end = (await readTrackEnds(db, [trackerId], now)).get(trackerId) ?? Number.MAX_SAFE_INTEGER;
  const before = await readTrack(db, { ...window, from: lead, to: from - 1 }, MAX_FIXES);
  const after = await readTrack(db, { ...window, from: to + 1, to: to + CERTAIN_MS - 1 }, MAX_FIXES);
  const certain = await readFix(db, trackerId, { from: to + CERTAIN_MS, to: end }, 'asc');
  return {
    start: await readStart(db, trackerId, Math.min(lead - 1, end)),
    before: before.map(toContextFix),
    after: [...after, ...(certain === null ? [] : [certain])].map(toContextFix),
  };
}

/** The activity of a time with the last fix up to it. */
async function readStart(db: Db, trackerId: number, time: number): Promise<TrackContext['start']> {
  const activity = await readActivityAt(db, trackerId, time);
  if (activity === null) return null;
  const last = await readFix(db, trackerId, { from: Math.trunc(activity.from.time), to: time }, 'desc');
  return last === null ? null : { ...activity, last: toMoment(last) };
}

/** The first or the last valid fix of a time; null: none. */
async function readFix(
  db: Db,
  trackerId: number,
  { from, to }: { readonly from: number; readonly to: number },
  order: 'asc' | 'desc',
): Promise<LocatedReport | null> {
  const { rows } = await sql<PackedPosition>`
    select time, latitude, longitude, packed from position
    where tracker_id = ${trackerId} and time between ${from} and ${to} and not ${REPORTED_INVALID}
    order by time ${sql.raw(order)} limit 1`.execute(db);
  return rows[0] === undefined ? null : unpack(rows[0]);
}

function toMoment({ time, fix: { latitude, longitude } }: LocatedReport): ActivityMoment {
  return { time, latitude, longitude };
}

function toContextFix(position: LocatedReport): ContextFix {
  const { speed, accuracy } = position.fix;
  return { ...toMoment(position), speed, accuracy };
}
