import type { queryMatchStatistics } from '@wakeline/contract/live-events/statistics';
import type { ResultOf } from '@wakeline/contract/operation';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { holdMatch } from '../races/event-match.ts';
import { sumRecords } from './gift-records.ts';
import { readLive } from './match-live.ts';
import { toYuan } from './money.ts';

type Statistics = ResultOf<typeof queryMatchStatistics>;

const MINUTE_MS = 60_000;
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
  const start = new Date(Math.floor(minute / MINUTE_MS) * MINUTE_MS);
  await db.transaction().execute(async (tx) => {
    // It may have been deleted meanwhile.
    if ((await holdMatch(tx, matchId)) === null) return;
    await sql`
      insert into match_viewer_sample (match_id, minute, viewers) values (${matchId}, ${start}, ${viewers})
      on conflict (match_id, minute)
        do update set viewers = greatest(match_viewer_sample.viewers, excluded.viewers)`.execute(tx);
  });
}

/** Viewers, comments and gifts over time. @param now epoch milliseconds */
export async function readStatistics(db: Db, matchId: number, now: number): Promise<Statistics> {
  const { rows: spans } = await sql<{ first: Date | null; last: Date | null }>`
    select min(first) as first, max(last) as last from (
      select min(created_at) as first, max(created_at) as last from match_comment where match_id = ${matchId}
      union all select min(created_at), max(created_at) from gift_record where match_id = ${matchId}
      union all select min(minute), max(minute) from match_viewer_sample where match_id = ${matchId}) span`.execute(
    db,
  );
  const totals = await readTotals(db, matchId, now);
  const { first = null, last = null } = spans[0] ?? {};
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
  const step = (column: string) =>
    sql`floor(extract(epoch from ${sql.ref(column)}) / ${stepMinutes * 60}::int)::int`;
  const { rows } = await sql<{
    step: number;
    viewers: number | null;
    comments: number;
    gifts: number;
  }>`
    select step, max(viewers) as viewers, sum(comments)::int as comments, sum(gifts)::int as gifts from (
      select ${step('minute')} as step, viewers, 0 as comments, 0 as gifts
        from match_viewer_sample where match_id = ${matchId}
      union all select ${step('created_at')}, null, 1, 0
        from match_comment where match_id = ${matchId} and kind = 'viewer'
      union all select ${step('created_at')}, null, 0, count
        from gift_record where match_id = ${matchId}) sample
    group by step`.execute(db);
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

async function readTotals(db: Db, matchId: number, now: number): Promise<Statistics['totals']> {
  const { likes } = await readLive(db, matchId);
  const { comments } = await db
    .selectFrom('match_comment')
    .where('match_id', '=', matchId)
    .where('kind', '=', 'viewer')
    .where('deleted_at', 'is', null)
    .select((select) => select.fn.countAll<number>().as('comments'))
    .executeTakeFirstOrThrow();
  const { max } = await db
    .selectFrom('match_viewer_sample')
    .where('match_id', '=', matchId)
    .select(sql<number>`coalesce(max(viewers), 0)`.as('max'))
    .executeTakeFirstOrThrow();
  const present = await db
    .selectFrom('match_viewer_sample')
    .where('match_id', '=', matchId)
    .where('minute', '>', new Date(now - PRESENT_MS))
    .select('viewers')
    .orderBy('minute', 'desc')
    .limit(1)
    .executeTakeFirst();
  const sums = await sumRecords(db, { matchId, keywords: '' });
  return {
    ...{ maxViewers: max, viewers: present?.viewers ?? null, comments, likes },
    ...{ gifts: sums.count, total: toYuan(sums.total), votes: sums.votes },
  };
}
