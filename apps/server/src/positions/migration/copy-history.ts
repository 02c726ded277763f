import type { Db } from '../../db/database.ts';
import { copyWeek, type Stores } from './copy-week.ts';
import type { DifferentDay } from './plan-reads.ts';

/** Times that a week which changes meanwhile is copied before the copy ends without it. */
const ATTEMPTS = 3;

export interface CopyResult {
  readonly inserted: number;
  readonly deleted: number;
  /** Weeks that were the same before, and have not changed since. */
  readonly unchangedWeeks: number;
  readonly sameWeeks: number;
  /** Days that changed while they were copied. */
  readonly different: readonly DifferentDay[];
}

export interface CopyOptions extends Stores {
  readonly db: Db;
  /** @param position of the week, from 1 on */
  readonly onWeek: (position: number, weeks: number, inserted: number) => void;
}

/**
 * Makes the positions of the target those of the source, week by week, oldest first. The source may be written meanwhile: weeks
 * that changed are copied again, and what changes all the time differs at the end. A week that was the same, and has not changed since,
 * is not read again: an interrupted copy continues, and the last one, of a server that has stopped, takes little time.
 */
export async function copyHistory({ db, source, target, onWeek }: CopyOptions): Promise<CopyResult> {
  const sourceWeeks = new Set(await source.weeks());
  for (const week of await target.weeks()) if (!sourceWeeks.has(week)) await target.clearWeek(week);
  let open: readonly number[] = [...sourceWeeks].sort((a, b) => a - b);
  let [inserted, deleted, unchangedWeeks, sameWeeks] = [0, 0, 0, 0];
  let different: DifferentDay[] = [];
  for (let attempt = 0; attempt < ATTEMPTS && open.length > 0; attempt += 1) {
    const changing: number[] = [];
    different = [];
    for (const [index, week] of open.entries()) {
      // Before the comparison: what changes during it changes the mark.
      const marks = { source_mark: await source.mark(week), target_mark: await target.mark(week) };
      if (await isUnchanged(db, week, marks)) {
        unchangedWeeks += 1;
        continue;
      }
      const counts = await copyWeek({ source, target }, week);
      inserted += counts.inserted;
      deleted += counts.deleted;
      if (counts.different.length > 0) {
        changing.push(week);
        different.push(...counts.different);
      } else {
        sameWeeks += 1;
        // The copy itself changes the mark of the target.
        const target_mark = await target.mark(week);
        await record(db, week, { source_mark: marks.source_mark, target_mark });
      }
      onWeek(index + 1, open.length, inserted);
    }
    open = changing;
  }
  return { inserted, deleted, unchangedWeeks, sameWeeks, different };
}

interface Marks {
  readonly source_mark: string;
  readonly target_mark: string;
}

async function isUnchanged(db: Db, week: number, marks: Marks): Promise<boolean> {
  const row = await db
    .selectFrom('history_copy_week')
    .where('week', '=', week)
    .where('source_mark', '=', marks.source_mark)
    .where('target_mark', '=', marks.target_mark)
    .select('week')
    .executeTakeFirst();
  return row !== undefined;
}

async function record(db: Db, week: number, marks: Marks): Promise<void> {
  await db
    .insertInto('history_copy_week')
    .values({ week, ...marks })
    .onConflict((conflict) => conflict.column('week').doUpdateSet(marks))
    .execute();
}

/** Has all weeks compared by the next copy. */
export async function forgetCopiedWeeks(db: Db): Promise<void> {
  await db.deleteFrom('history_copy_week').execute();
}
