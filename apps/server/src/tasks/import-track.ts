import { setImmediate } from 'node:timers/promises';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { importTrack } from '@wakeline/contract/tracks';
import { readTrackFile } from '@wakeline/formats/tracks/read-track-file';
import { TrackFileFault, type TrackFileFaultName, type TrackRow } from '@wakeline/formats/tracks/track-row';
import { localTimesOf } from '@wakeline/formats/tracks/zone-time';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Files } from '../files/files.ts';
import { allows } from '../http/access.ts';
import { findUser } from '../http/find-caller.ts';
import { inScope, type Scope } from '../identity/scope.ts';
import { oldestTime } from '../positions/oldest-time.ts';
import { filePieces } from './file-pieces.ts';
import { accountName, headingText, rowText, totalsText } from './import-account.ts';
import { RowStore } from './import-rows.ts';
import { inParts } from './in-parts.ts';
import type { Subjects, TaskWorker } from './kinds.ts';

const FAULTS: Readonly<Record<TrackFileFaultName, ErrorName>> = {
  type: 'track-file-type',
  malformed: 'track-file-malformed',
  cut: 'track-file-cut',
  empty: 'track-file-empty',
  entities: 'gps-file-entities',
  expands: 'gps-file-expands',
};

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
 * Reads a file into the history of a device. It is read twice: what is wrong with the whole of it is found before anything is
 * stored. Its result says of each row what became of it. Done again after a crash, it finds its rows there.
 */
export function importTrackWorker({ db, files, clock }: Parts): TaskWorker<'importTrack'> {
  return async ({ accountId, subject, signal, progress }) => {
    const asker = await findUser(db, subject.userId, clock.now());
    if (asker?.accountId !== accountId || !allows(importTrack.access, asker)) return null;
    const retentionDays = await retentionOf(db, asker, subject.trackerId);
    const total = await countRows(files, subject, signal);
    const { trackerId, language, timeZone } = subject;
    const now = clock.now();
    const store = new RowStore({
      db,
      accountId,
      trackerId,
      now,
      oldest: oldestTime(now, retentionDays),
    });
    async function* account(): AsyncGenerator<string> {
      yield headingText(language);
      for await (const rows of inParts(rowsOf(files, subject), AT_ONCE)) {
        const told = await store.store(rows);
        yield told.map((row) => rowText(row, { language, timeZone })).join('');
        await progress(CHECKED + (1 - CHECKED) * Math.min(1, store.rows / total));
      }
      yield totalsText(store.outcome, language);
    }
    const written = await files.write(filePieces(account(), LIMITS.exportBytes));
    const name = `${accountName(subject)}.csv`;
    return { written, mediaType: 'text/csv; charset=utf-8', name, outcome: store.outcome };
  };
}

/** @throws NamedError `tracker-unknown` where it was removed, or is not seen any more by who asked */
async function retentionOf(db: Db, asker: Scope, trackerId: number): Promise<number> {
  const row = await db
    .selectFrom('tracker')
    .innerJoin('account', 'account.account_id', 'tracker.account_id')
    .select('retention_days')
    .where('tracker_id', '=', trackerId)
    .where('tracker.account_id', '=', asker.accountId)
    .where(inScope(asker, 'tracker.group_id'))
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('tracker-unknown');
  return row.retention_days;
}

/** Reads the file to its end. @throws NamedError for what is wrong with the whole of it */
async function countRows(
  files: Files,
  subject: Subjects['importTrack'],
  signal: AbortSignal,
): Promise<number> {
  let rows = 0;
  for await (const some of rowsOf(files, subject)) {
    rows += some.length;
    signal.throwIfAborted();
    if (rows > LIMITS.trackFileRows) throw new NamedError('gps-file-points');
  }
  return rows;
}

async function* rowsOf(
  files: Files,
  { stored, timeZone }: Subjects['importTrack'],
): AsyncGenerator<readonly TrackRow[]> {
  const file = await files.find(stored);
  const content = file === null ? null : await files.open(file);
  if (content === null) throw new NamedError('file-unknown');
  const options = {
    fromLocal: localTimesOf(timeZone),
    unpackedBytes: LIMITS.trackFileUnpackedBytes,
    turn: () => setImmediate(),
  };
  try {
    for await (const rows of readTrackFile(content, options)) {
      yield rows;
      await setImmediate();
    }
  } catch (error) {
    if (!(error instanceof TrackFileFault)) throw error;
    throw new NamedError(FAULTS[error.fault], error.line === null ? {} : { line: error.line });
  } finally {
    content.destroy();
  }
}
