import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { importTrack } from '@wakeline/contract/replay/tracks';
import { type ProcessBudget, runInProcess } from '../../../child-processes/run-in-process.ts';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/database.ts';
import { fileChunks } from '../../../files/file-chunks.ts';
import type { Files } from '../../../files/files.ts';
import { confirmRequester, requireRequester } from '../../../identity/requester.ts';
import type { Scope } from '../../../identity/scope.ts';
import { oldestTime } from '../../../positions/oldest-time.ts';
import type { PositionHistory } from '../../../positions/position-store.ts';
import type { TaskRun, TaskWorker } from '../../../tasks/kinds.ts';
import { trackersInScope } from '../../../trackers/in-scope.ts';
import { headingText, reportName, rowText, totalsText } from './import-report.ts';
import { RowStore } from './import-rows.ts';
import type { ImportTrackSubject } from './import-track.task.ts';
import { clearImportedTimes, undoImport } from './imported-times.ts';
import type { TrackFileRequest, TrackFileResult } from './track-file-process.ts';

const PROGRAM = new URL('./track-file-process.ts', import.meta.url);

/** 512 MB of KML, read twice, take two minutes on a slow processor. Only some rows at a time are in memory as objects. */
const BUDGET: ProcessBudget = { milliseconds: 600_000, megabytes: 256 };

/** Rows validated and stored in one transaction. */
const BATCH_SIZE = 2_000;
/** Fraction of the progress for the first reading. */
const CHECK_PROGRESS = 0.2;

interface ImportDependencies extends PositionHistory {
  readonly files: Files;
  readonly clock: Clock;
}

/**
 * Imports a file into the history of a device, reading it in a child process. The file is read twice, so that errors of the file
 * are found before anything is stored. It fails with `not-allowed`, and undoes all, if the requester loses the right. The result file lists the outcome of each row. After a crash the task runs again,
 * and rows stored before count as existing.
 */
export function importTrackWorker({
  db,
  positions,
  files,
  clock,
}: ImportDependencies): TaskWorker<ImportTrackSubject> {
  return {
    async run(run) {
      const { taskId, accountId, subject, progress } = run;
      const { access } = importTrack;
      const readRequester = () =>
        requireRequester(db, { accountId, userId: subject.userId }, access, clock.now());
      const requester = await readRequester();
      const retentionDays = await readRetentionDays(db, requester, subject.trackerId);
      const { trackerId, language, timeZone } = subject;
      const now = clock.now();
      const store = new RowStore({
        db,
        positions,
        taskId,
        accountId,
        trackerId,
        now,
        oldest: oldestTime(now, retentionDays),
      });
      async function* reportChunks(): AsyncGenerator<string> {
        let total = 1;
        for await (const result of readTrackFile(files, run)) {
          if ('total' in result) {
            total = result.total;
            yield headingText(language);
            continue;
          }
          await readRequester();
          const results = await store.store(result.rows);
          yield results.map((row) => rowText(row, { language, timeZone })).join('');
          await progress(CHECK_PROGRESS + (1 - CHECK_PROGRESS) * Math.min(1, store.rows / total));
        }
        yield totalsText(store.outcome, language);
      }
      const written = await files.write(fileChunks(reportChunks(), LIMITS.exportBytes));
      const name = `${reportName(subject)}.csv`;
      const commit = confirmRequester(requester, access, () => clock.now());
      return { written, mediaType: 'text/csv; charset=utf-8', name, outcome: store.outcome, commit };
    },
    complete: clearImportedTimes,
    undo: (taskId, { trackerId }) => undoImport({ db, positions }, taskId, trackerId, clock.now()),
  };
}

/** @throws NamedError `tracker-unknown` when it was removed or left the requester's scope */
async function readRetentionDays(db: Db, scope: Scope, trackerId: number): Promise<number> {
  const row = await trackersInScope(db, scope)
    .innerJoin('account', 'account.account_id', 'tracker.account_id')
    .select('retention_days')
    .where('tracker_id', '=', trackerId)
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('tracker-unknown');
  return row.retention_days;
}

/** @throws NamedError for an error of the file, before it yields any row */
async function* readTrackFile(
  files: Files,
  { subject: { stored, timeZone }, signal }: TaskRun<ImportTrackSubject>,
): AsyncGenerator<TrackFileResult> {
  const file = await files.find(stored);
  const path = file === null ? null : await files.pathOf(file);
  if (path === null) throw new NamedError('file-unknown');
  yield* runInProcess<TrackFileRequest, TrackFileResult>({
    program: PROGRAM,
    request: { path, timeZone, batchSize: BATCH_SIZE },
    budget: BUDGET,
    budgetError: 'gps-file-costly',
    signal,
  });
}
