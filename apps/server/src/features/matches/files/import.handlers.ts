import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { recordAudit } from '../../../audit/record.ts';
import type { Db } from '../../../db/database.ts';
import { ByteChunks, type Handlers } from '../../../http/handler.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import type { Caller } from '../../../identity/caller.ts';
import { lockOpenMatch, type MatchRow, readMatch, recordMatchChange } from '../../../races/matches.ts';
import { addImportTask, type ImportTaskDependencies } from '../../../sheet-import/import-task.ts';
import { previewSheet } from '../../../sheet-import/preview-sheet.ts';
import { checkStartList } from './check-start-list.ts';
import { importParticipantsTask } from './import-participants.task.ts';
import { PARTICIPANT_COLUMNS } from './participant-columns.ts';
import { readParticipantSheet } from './read-participant-sheet.ts';
import { readStartListFile } from './read-start-list.ts';
import { createParticipantResolver } from './resolve-participants.ts';
import { storeStartList } from './store-start-list.ts';
import { writeParticipantTemplate } from './template.ts';

/** Participants of a match from files. */
export function participantImportHandlers(
  dependencies: ImportTaskDependencies,
): Pick<Handlers, 'getParticipantTemplate' | 'importParticipants' | 'importStartList'> {
  const { db } = dependencies;
  return {
    async importParticipants({ matchId, file, save }, caller, call) {
      if (file.size > LIMITS.startListBytes) throw new NamedError('start-list-too-large');
      const match = await readOpenMatch(db, caller.accountId, matchId);
      if (!save)
        return { taskProgressId: null, ...(await previewParticipants(db, caller, match, file.path)) };
      const source = { file, more: { matchId } };
      const taskProgressId = await addImportTask(dependencies, importParticipantsTask, source, caller, call);
      return { taskProgressId, total: 0, failed: 0, columns: [], unknownColumns: [], rows: [] };
    },

    async getParticipantTemplate({ lang }) {
      return new ByteChunks(writeParticipantTemplate(lang));
    },

    async importStartList({ matchId, file, save }, caller, call) {
      const match = await readOpenMatch(db, caller.accountId, matchId);
      const content = await readStartListFile(file, caller);
      if (!save) {
        const { preview } = await checkStartList(db, caller, match, content);
        return { ...preview, added: null };
      }
      return transactionAs(db, caller, call, async (tx) => {
        const locked = await lockOpenMatch(tx, caller.accountId, matchId);
        const { preview, accepted, failedLine } = await checkStartList(tx, caller, locked, content);
        if (failedLine !== null) throw new NamedError('start-list-rows', { line: failedLine });
        const classes = await storeStartList(tx, caller, locked, accepted);
        await recordMatchChange(tx, locked, call.now);
        const fileName = file.name.slice(0, LIMITS.name);
        const after = { fileName, participants: accepted.length, classes };
        await recordAudit(tx, caller, call, { action: 'importStartList', target: locked.name, after });
        return { ...preview, added: accepted.length };
      });
    },
  };
}

/** @throws NamedError `match-unknown`, `match-archived` */
async function readOpenMatch(db: Db, accountId: number, matchId: number): Promise<MatchRow> {
  const match = await readMatch(db, accountId, matchId);
  if (match.state === 'archived') throw new NamedError('match-archived');
  return match;
}

/** Checks all rows of a sheet, and stores nothing. @throws NamedError for an error of the file */
async function previewParticipants(db: Db, caller: Caller, match: MatchRow, path: string) {
  const { language, timeZone } = caller;
  return previewSheet(readParticipantSheet({ path, language, timeZone }), {
    columns: PARTICIPANT_COLUMNS,
    language,
    resolve: await createParticipantResolver(db, caller, { match, timeZone, addsClasses: false }),
  });
}
