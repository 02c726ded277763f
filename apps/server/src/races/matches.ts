import { randomBytes } from 'node:crypto';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import {
  MATCH_STATES,
  type MatchForm,
  type MatchState,
  type MatchSummary,
} from '@wakeline/contract/matches/matches';
import {
  DEFAULT_RACE_SETTINGS,
  type RaceSettings,
  raceSettings,
} from '@wakeline/contract/matches/race-settings';
import type { EventMap } from '@wakeline/domain/courses/event';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { escapeLike } from '../db/escape-like.ts';
import { lockAccount } from '../db/lock-account.ts';
import { sendEvent } from '../db/notify.ts';
import type { Schema } from '../db/schema.ts';
import { findImage } from '../map-images/map-images.queries.ts';
import { findOcadMap } from '../ocad/ocad-maps.queries.ts';

export type MatchRow = Selectable<Schema['match']>;

const DAY_MS = 86_400_000;

export interface MatchFilter {
  readonly keywords: string;
  readonly state?: MatchState | undefined;
}

function matchesOf(db: Db, accountId: number, { keywords, state }: MatchFilter) {
  let query = db.selectFrom('match').where('match.account_id', '=', accountId);
  if (state !== undefined) query = query.where('match.state', '=', state);
  if (keywords !== '') {
    const pattern = `%${escapeLike(keywords)}%`;
    query = query.where(
      sql<boolean>`(match.name ilike ${pattern} escape '\\' or match.place ilike ${pattern} escape '\\')`,
    );
  }
  return query;
}

const participantCount = sql<number>`(
  select count(*)::int from match_participant where match_participant.match_id = match.match_id)`;
const courseCount = sql<number>`(
  select count(*)::int from match_course where match_course.match_id = match.match_id)`;

/** A page of the matches of an account, the latest start first. */
export async function readMatchPage(
  db: Db,
  accountId: number,
  filter: MatchFilter,
  { pageIndex, pageSize }: { readonly pageIndex: number; readonly pageSize: number },
) {
  const rows = await matchesOf(db, accountId, filter)
    .selectAll('match')
    .select([participantCount.as('participants'), courseCount.as('courses')])
    .orderBy('match.start_at', 'desc')
    .orderBy('match.match_id', 'desc')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
  const { total } = await matchesOf(db, accountId, filter)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** @throws NamedError `match-unknown`, also for a match of another account */
export async function readMatch(db: Db, accountId: number, matchId: number) {
  const row = await db
    .selectFrom('match')
    .where('match_id', '=', matchId)
    .where('account_id', '=', accountId)
    .selectAll('match')
    .select([participantCount.as('participants'), courseCount.as('courses')])
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('match-unknown');
  return row;
}

/** Locks a match until the end of the transaction. @throws NamedError `match-unknown` */
export async function lockMatch(tx: Tx, accountId: number, matchId: number): Promise<MatchRow> {
  const row = await tx
    .selectFrom('match')
    .where('match_id', '=', matchId)
    .where('account_id', '=', accountId)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('match-unknown');
  return row;
}

/** Locks a match that can be changed. @throws NamedError `match-unknown`, `match-archived` */
export async function lockOpenMatch(tx: Tx, accountId: number, matchId: number): Promise<MatchRow> {
  const row = await lockMatch(tx, accountId, matchId);
  if (row.state === 'archived') throw new NamedError('match-archived');
  return row;
}

/** Counts a change of a match or of something in it, and notifies all servers. */
export async function recordMatchChange(
  tx: Tx,
  { match_id: matchId, account_id: accountId }: Pick<MatchRow, 'match_id' | 'account_id'>,
  now: number,
): Promise<void> {
  await tx
    .updateTable('match')
    .set({ revision: sql`revision + 1`, edited_at: new Date(now) })
    .where('match_id', '=', matchId)
    .execute();
  await sendEvent(tx, { type: 'match', accountId, matchId });
  await sendEvent(tx, { type: 'changed', what: 'matches', accountId, userId: null });
}

/** 96 random bits. */
function newCode(): string {
  return randomBytes(12).toString('base64url');
}

/** @throws NamedError `match-limit`, `match-times`, `match-map-unknown` */
export async function insertMatch(tx: Tx, accountId: number, form: MatchForm, now: number): Promise<number> {
  await lockAccount(tx, accountId);
  const { count } = await tx
    .selectFrom('match')
    .where('account_id', '=', accountId)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.matchesPerAccount) throw new NamedError('match-limit');
  await checkForm(tx, accountId, form);
  const { match_id } = await tx
    .insertInto('match')
    .values({
      account_id: accountId,
      state: 'draft',
      settings: JSON.stringify(DEFAULT_RACE_SETTINGS),
      code: newCode(),
      edited_at: new Date(now),
      ...columnsOf(form),
    })
    .returning('match_id')
    .executeTakeFirstOrThrow();
  await sendEvent(tx, { type: 'changed', what: 'matches', accountId, userId: null });
  return match_id;
}

/** @throws NamedError `match-times`, `match-map-unknown` */
export async function updateMatch(
  tx: Tx,
  { match_id, account_id }: MatchRow,
  form: MatchForm,
): Promise<void> {
  await checkForm(tx, account_id, form);
  await tx.updateTable('match').set(columnsOf(form)).where('match_id', '=', match_id).execute();
}

async function checkForm(tx: Tx, accountId: number, { startTime, endTime, maps }: MatchForm): Promise<void> {
  if (endTime <= startTime || endTime - startTime > LIMITS.matchDays * DAY_MS)
    throw new NamedError('match-times');
  await requireMaps(tx, accountId, maps);
}

/** @throws NamedError `match-map-unknown` */
export async function requireMaps(
  tx: Tx,
  accountId: number,
  maps: readonly Pick<EventMap, 'kind' | 'id'>[],
): Promise<void> {
  for (const { kind, id } of maps) {
    const found =
      kind === 'ocad'
        ? await findOcadMap(tx, { accountId, mapId: id })
        : await findImage(tx, { accountId, kind: 'race', layerId: id });
    if (found === null) throw new NamedError('match-map-unknown');
  }
}

function columnsOf({ matchName, place, startTime, endTime, maps }: MatchForm) {
  return {
    ...{ name: matchName, place, maps: JSON.stringify(maps) },
    ...{ start_at: new Date(startTime), end_at: new Date(endTime) },
  };
}

/** Neighbours in `MATCH_STATES`; nothing follows `archived`. */
export function canChangeState(from: MatchState, to: MatchState): boolean {
  if (from === 'archived') return false;
  return Math.abs(MATCH_STATES.indexOf(from) - MATCH_STATES.indexOf(to)) === 1;
}

/** @throws NamedError `match-state`, `match-empty` */
export async function updateState(tx: Tx, match: MatchRow, state: MatchState): Promise<void> {
  if (!canChangeState(match.state, state)) throw new NamedError('match-state');
  if (state === 'running') {
    const { participants, courses } = await readMatch(tx, match.account_id, match.match_id);
    if (participants === 0 || courses === 0) throw new NamedError('match-empty');
  }
  await tx.updateTable('match').set({ state }).where('match_id', '=', match.match_id).execute();
}

/** @throws NamedError `match-running` */
export async function deleteMatchRow(tx: Tx, { match_id, account_id, state }: MatchRow): Promise<void> {
  if (state === 'running') throw new NamedError('match-running');
  await tx.deleteFrom('match').where('match_id', '=', match_id).execute();
  await sendEvent(tx, { type: 'match', accountId: account_id, matchId: match_id });
  await sendEvent(tx, { type: 'changed', what: 'matches', accountId: account_id, userId: null });
}

export async function updateCode(tx: Tx, { match_id }: MatchRow): Promise<string> {
  const code = newCode();
  await tx.updateTable('match').set({ code }).where('match_id', '=', match_id).execute();
  return code;
}

export async function updateSettings(tx: Tx, { match_id }: MatchRow, settings: RaceSettings): Promise<void> {
  await tx
    .updateTable('match')
    .set({ settings: JSON.stringify(settings) })
    .where('match_id', '=', match_id)
    .execute();
}

/** Settings that were stored before one existed have its default. */
export function settingsOf({ settings }: Pick<MatchRow, 'settings'>): RaceSettings {
  return raceSettings.parse(settings);
}

/** What a match presents to its users, without what the reader may do. */
export function toMatch(
  row: MatchRow & { readonly participants: number; readonly courses: number },
): Omit<MatchSummary, 'abilities'> {
  return {
    matchId: row.match_id,
    matchName: row.name,
    place: row.place,
    startTime: row.start_at.getTime(),
    endTime: row.end_at.getTime(),
    maps: row.maps,
    state: row.state,
    participants: row.participants,
    courses: row.courses,
    code: row.code,
  };
}
