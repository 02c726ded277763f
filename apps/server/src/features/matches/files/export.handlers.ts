import { NamedError } from '@wakeline/contract/errors';
import { writeResultList } from '@wakeline/formats/iof-xml/write-result-list';
import { writeStartList } from '@wakeline/formats/iof-xml/write-start-list';
import type { Db } from '../../../db/database.ts';
import { ByteChunks, type Handlers } from '../../../http/handler.ts';
import type { Scope } from '../../../identity/scope.ts';
import { readMatch } from '../../../races/matches.ts';
import { readVisibleIds } from '../../../races/participants.ts';
import type { RaceBoards } from '../../../races/race-boards.ts';
import { type RaceParticipant, readRace } from '../../../races/read-race.ts';
import { trackersInScope } from '../../../trackers/in-scope.ts';
import type { ClassRows } from './list-people.ts';
import { writeResultSheets } from './result-sheet.ts';
import { resultGroups, toResultList } from './results.ts';
import { textChunks } from './row-batches.ts';
import { startRows, toStartList } from './start-list.ts';
import { writeStartSheet } from './start-sheet.ts';

const CREATOR = 'Wakeline';

/** Start lists and results of matches as files. */
export function listExportHandlers(
  db: Db,
  boards: RaceBoards,
): Pick<Handlers, 'exportMatchResults' | 'exportStartList'> {
  return {
    async exportStartList({ matchId, format, lang: language }, caller, { now }) {
      await readMatch(db, caller.accountId, matchId);
      const race = await readRace(db, matchId);
      if (race === null) throw new NamedError('match-unknown');
      const options = { language, timeZone: caller.timeZone };
      const classes = startRows(race, await readVisibleIds(db, caller, matchId), options);
      if (classes.length === 0) throw new NamedError('export-empty');
      if (format === 'xlsx')
        return new ByteChunks(writeStartSheet(classes, await readImeis(db, caller, classes), options));
      const list = toStartList(race, classes, options);
      return new ByteChunks(textChunks(writeStartList(list, { createdAt: now, creator: CREATOR })));
    },

    async exportMatchResults({ matchId, format, lang: language }, caller, { now }) {
      const { accountId, timeZone } = caller;
      await readMatch(db, accountId, matchId);
      const visible = await readVisibleIds(db, caller, matchId);
      const board = await boards.read({ matchId, accountId }, 0);
      const { race } = board;
      if (race === null) throw new NamedError('match-unknown');
      // All at once, because the board goes on.
      const groups = resultGroups(board, race, { visible, language });
      if (groups.length === 0) throw new NamedError('export-empty');
      const options = { language, timeZone };
      if (format === 'xlsx') return new ByteChunks(writeResultSheets(race, groups, options));
      const { state } = race.match;
      const isSnapshot = state !== 'finished' && state !== 'archived';
      const list = toResultList(race, groups, options);
      const written = writeResultList(list, { createdAt: now, creator: CREATOR, isSnapshot });
      return new ByteChunks(textChunks(written));
    },
  };
}

/** Numbers of the visible devices of participants, by tracker. */
async function readImeis(
  db: Db,
  scope: Scope,
  classes: readonly ClassRows<RaceParticipant>[],
): Promise<ReadonlyMap<number, string>> {
  const trackerIds = classes.flatMap(({ rows }) => rows.flatMap(({ row }) => row.tracker_id ?? []));
  if (trackerIds.length === 0) return new Map();
  const rows = await trackersInScope(db, scope)
    .where('tracker.tracker_id', 'in', [...new Set(trackerIds)])
    .select(['tracker.tracker_id', 'tracker.imei'])
    .execute();
  return new Map(rows.map(({ tracker_id, imei }) => [tracker_id, imei]));
}
