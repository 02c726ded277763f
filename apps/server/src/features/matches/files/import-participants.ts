import { NamedError } from '@wakeline/contract/errors';
import type { ParticipantForm } from '@wakeline/contract/matches/participants';
import { importParticipants } from '@wakeline/contract/matches/start-lists';
import { recordAudit } from '../../../audit/record.ts';
import type { Clock } from '../../../clock.ts';
import { setAuthor } from '../../../db/author.ts';
import type { Db, Tx } from '../../../db/database.ts';
import type { Files } from '../../../files/files.ts';
import type { Caller } from '../../../identity/caller.ts';
import { lockRequester, requireRequester } from '../../../identity/requester.ts';
import { scopeKey } from '../../../identity/scope.ts';
import { lockOpenMatch, readMatch, recordMatchChange } from '../../../races/matches.ts';
import { checkWindows, insertParticipants } from '../../../races/participants.ts';
import { checkSheet } from '../../../sheet-import/check-sheet.ts';
import { uploadPathOf } from '../../../sheet-import/import-task.ts';
import type { TaskWorker } from '../../../tasks/kinds.ts';
import type { ImportParticipantsSubject } from './import-participants.task.ts';
import { PARTICIPANT_COLUMNS } from './participant-columns.ts';
import { readParticipantSheet } from './read-participant-sheet.ts';
import { createParticipantResolver } from './resolve-participants.ts';

/** Participants named in the audit entry. */
const MAX_AUDITED = 100;

interface ImportDependencies {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
}

/**
 * Adds the participants of a sheet: all rows are checked first, and the valid ones are stored in the transaction that ends the
 * task; the rows with errors become a sheet.
 */
export function importParticipantsWorker({
  db,
  files,
  clock,
}: ImportDependencies): TaskWorker<ImportParticipantsSubject> {
  return {
    async run({ accountId, subject, signal, progress }) {
      const { fileName, language, timeZone, userId, matchId } = subject;
      const requireRights = () =>
        requireRequester(db, { accountId, userId }, importParticipants.access, clock.now());
      const requester = await requireRights();
      const match = await readMatch(db, accountId, matchId);
      if (match.state === 'archived') throw new NamedError('match-archived');
      const path = await uploadPathOf(files, subject);
      const results = readParticipantSheet({ path, language, timeZone }, signal);
      const resolve = await createParticipantResolver(db, requester, { match, timeZone, addsClasses: false });
      const options = { columns: PARTICIPANT_COLUMNS, fileName, language, requireRights, resolve, progress };
      const { accepted, failed, file } = await checkSheet(files, results, options);
      const forms = accepted.flat().map(({ form }) => form);
      const outcome = { added: forms.length, failed };
      return {
        ...file,
        outcome,
        commit: (tx) => store(tx, requester, { forms, outcome, subject }, clock.now()),
      };
    },
  };
}

interface CheckedParticipants {
  readonly forms: readonly ParticipantForm[];
  readonly outcome: { readonly added: number; readonly failed: number };
  readonly subject: ImportParticipantsSubject;
}

/**
 * @param requester with the rights that the rows were checked with
 * @throws NamedError `not-allowed` if the right was withdrawn, `match-unknown`, `match-archived`; another error if the match
 *   changed since the check, after which the task runs again
 */
async function store(
  tx: Tx,
  requester: Caller,
  { forms, outcome, subject }: CheckedParticipants,
  now: number,
): Promise<void> {
  const current = await lockRequester(tx, requester, importParticipants.access, now);
  if (scopeKey(current) !== scopeKey(requester)) throw changedMeanwhile('rights of the user');
  if (forms.length === 0) return;
  const { accountId, userId, login } = requester;
  await setAuthor(tx, { userId, login, at: now });
  const match = await lockOpenMatch(tx, accountId, subject.matchId);
  try {
    await insertParticipants(tx, requester, match.match_id, forms);
    await checkWindows(tx, match);
  } catch (error) {
    throw error instanceof NamedError ? changedMeanwhile(error.errorName) : error;
  }
  await recordMatchChange(tx, match, now);
  const participants = forms.slice(0, MAX_AUDITED).map(({ participantName }) => participantName);
  await recordAudit(
    tx,
    requester,
    { now, address: subject.address },
    {
      ...{ action: 'importParticipants', target: match.name },
      after: { fileName: subject.fileName, ...outcome, participants },
    },
  );
}

function changedMeanwhile(what: string): Error {
  return new Error(`the ${what} changed while a sheet of participants was checked`);
}
