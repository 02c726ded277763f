import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { importTrack } from '@wakeline/contract/replay/tracks';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/database.ts';
import { filePieces } from '../../../files/file-pieces.ts';
import type { Files } from '../../../files/files.ts';
import { allows } from '../../../identity/access.ts';
import { findUser } from '../../../identity/find-caller.ts';
import type { Scope } from '../../../identity/scope.ts';
import { oldestTime } from '../../../positions/oldest-time.ts';
import type { TaskRun, TaskWorker } from '../../../tasks/kinds.ts';
import { inThread, type ThreadBudget } from '../../../threads/in-thread.ts';
import { trackersInScope } from '../../../trackers/in-scope.ts';
import { accountName, headingText, rowText, totalsText } from './import-account.ts';
import { RowStore } from './import-rows.ts';
import type { ImportTrackSubject } from './import-track.task.ts';
import { keepImported, takeBackImport } from './imported-times.ts';
import type { TrackFileAnswer, TrackFileWork } from './track-file-thread.ts';

const PROGRAM = new URL('./track-file-thread.ts', import.meta.url);

/** 512 MB of KML, read twice, take two minutes of a slow processor. Of a file no more than some rows are held as objects. */
const BUDGET: ThreadBudget = { milliseconds: 600_000, megabytes: 256 };

/** Rows that are judged and stored in one transaction. */
const AT_ONCE = 2_000;
/** Part of the progress that the first reading is. */
const CHECKED = 0.2;

interface Parts {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
}

/**
 * Reads a file into the history of a device, in a thread. It is read twice: what is wrong with the whole of it is found before
 * anything is stored. Its result says of each row what became of it. Done again after a crash, it finds its rows there.
 */
export function importTrackWorker({ db, files, clock }: Parts): TaskWorker<ImportTrackSubject> {
  return {
    async run(run) {
      const { taskId, accountId, subject, progress } = run;
      const asker = await findUser(db, subject.userId, clock.now());
      if (asker?.accountId !== accountId || !allows(importTrack.access, asker)) return null;
      const retentionDays = await retentionOf(db, asker, subject.trackerId);
      const { trackerId, language, timeZone } = subject;
      const now = clock.now();
      const store = new RowStore({
        db,
        taskId,
        accountId,
        trackerId,
        now,
        oldest: oldestTime(now, retentionDays),
      });
      async function* account(): AsyncGenerator<string> {
        let total = 1;
        for await (const answer of answersOf(files, run)) {
          if ('total' in answer) {
            total = answer.total;
            yield headingText(language);
            continue;
          }
          const told = await store.store(answer.rows);
          yield told.map((row) => rowText(row, { language, timeZone })).join('');
          await progress(CHECKED + (1 - CHECKED) * Math.min(1, store.rows / total));
        }
        yield totalsText(store.outcome, language);
      }
      const written = await files.write(filePieces(account(), LIMITS.exportBytes));
      const name = `${accountName(subject)}.csv`;
      return { written, mediaType: 'text/csv; charset=utf-8', name, outcome: store.outcome };
    },
    complete: keepImported,
    takeBack: (taskId, { trackerId }) => takeBackImport(db, taskId, trackerId),
  };
}

/** @throws NamedError `tracker-unknown` where it was removed, or is not seen any more by who asked */
async function retentionOf(db: Db, asker: Scope, trackerId: number): Promise<number> {
  const row = await trackersInScope(db, asker)
    .innerJoin('account', 'account.account_id', 'tracker.account_id')
    .select('retention_days')
    .where('tracker_id', '=', trackerId)
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('tracker-unknown');
  return row.retention_days;
}

/** @throws NamedError for what is wrong with the whole file, before any row of it */
async function* answersOf(
  files: Files,
  { subject: { stored, timeZone }, signal }: TaskRun<ImportTrackSubject>,
): AsyncGenerator<TrackFileAnswer> {
  const file = await files.find(stored);
  const path = file === null ? null : await files.pathOf(file);
  if (path === null) throw new NamedError('file-unknown');
  yield* inThread<TrackFileWork, TrackFileAnswer>({
    program: PROGRAM,
    work: { path, timeZone, atOnce: AT_ONCE },
    budget: BUDGET,
    costly: 'gps-file-costly',
    signal,
  });
}
