import type { queryMatchStatistics } from '@wakeline/contract/live-events/statistics';
import type { ResultOf } from '@wakeline/contract/operation';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { holdMatch } from '../races/event-match.ts';
import { readLive } from './match-live.ts';
import { MINUTE_MS, minuteOf } from './match-minutes.ts';
import { toYuan } from './money.ts';

type Statistics = ResultOf<typeof queryMatchStatistics>;

/** Points of a chart: a day of minutes. */
const MAX_POINTS = 1_440;
const STEPS = [1, 2, 5, 10, 15, 30, 60] as const;
/** A number of viewers is of the present for so long, milliseconds. */
const PRESENT_MS = 3 * MINUTE_MS;

/**
 * Records how many viewers a match had in a minute; of several numbers the greatest counts.
 *
 * @param minute epoch milliseconds, in this minute
 */
export async function recordViewers(db: Db, matchId: number, minute: number, viewers: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // It may have been deleted meanwhile.
    if ((await holdMatch(tx, matchId)) === null) return;
    await sql`
      insert into match_minute (match_id, minute, viewers) values (${matchId}, ${minuteOf(minute)}, ${viewers})
      on conflict (match_id, minute)
        do update set viewers = greatest(match_minute.viewers, excluded.viewers)`.execute(tx);
  });
}

/**
 * Viewers, comments and gifts over time: from the counters of the minutes, however many comments and gifts there are.
 *
 * @param now epoch milliseconds
 */
export async function readStatistics(db: Db, matchId: number, now: number): Promise<Statistics> {
  const { first, last, ...sums } = await db
    .selectFrom('match_minute')
    .where('match_id', '=', matchId)
    .select([
      sql<Date | null>`min(minute)`.as('first'),
      sql<Date | null>`max(minute)`.as('last'),
      sql<number>`coalesce(max(viewers), 0)`.as('maxViewers'),
      sql<number>`coalesce(sum(gifts), 0)::bigint`.as('gifts'),
      sql<number>`coalesce(sum(total), 0)::bigint`.as('total'),
      sql<number>`coalesce(sum(votes), 0)::bigint`.as('votes'),
    ])
    .executeTakeFirstOrThrow();
  const { likes, comments } = await readLive(db, matchId);
  const viewers = await readPresentViewers(db, matchId, now);
  const totals = { ...sums, total: toYuan(sums.total), viewers, comments, likes };
  if (first === null || last === null) return { stepMinutes: 1, points: [], totals };
  const minutes = (last.getTime() - first.getTime()) / MINUTE_MS + 1;
  const stepMinutes = STEPS.find((step) => minutes / step <= MAX_POINTS) ?? STEPS[STEPS.length - 1] ?? 60;
  return { stepMinutes, points: await readPoints(db, matchId, { first, last, stepMinutes }), totals };
}

async function readPoints(
  db: Db,
  matchId: number,
  { first, last, stepMinutes }: { readonly first: Date; readonly last: Date; readonly stepMinutes: number },
): Promise<Statistics['points']> {
  const stepMs = stepMinutes * MINUTE_MS;
  const { rows } = await sql<{
    step: number;
    viewers: number | null;
    comments: number;
    gifts: number;
  }>`
    select floor(extract(epoch from minute) / ${stepMinutes * 60}::int)::int as step,
      max(viewers) as viewers, sum(comments)::int as comments, sum(gifts)::bigint as gifts
    from match_minute where match_id = ${matchId} group by step`.execute(db);
  const byStep = new Map(rows.map((row) => [row.step, row]));
  const from = Math.floor(first.getTime() / stepMs);
  const to = Math.floor(last.getTime() / stepMs);
  return Array.from({ length: to - from + 1 }, (_, at) => {
    const row = byStep.get(from + at);
    return {
      time: (from + at) * stepMs,
      viewers: row?.viewers ?? null,
      comments: row?.comments ?? 0,
      gifts: row?.gifts ?? 0,
    };
  });
}

/** The viewers of the last minutes; null: not counted. */
async function readPresentViewers(db: Db, matchId: number, now: number): Promise<number | null> {
  const row = await db
    .selectFrom('match_minute')
    .where('match_id', '=', matchId)
    .where('minute', '>', new Date(now - PRESENT_MS))
    .where('viewers', 'is not', null)
    .select('viewers')
    .orderBy('minute', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.viewers ?? null;
}
