import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Participant, ParticipantForm } from '@wakeline/contract/matches/participants';
import { type DeviceWindow, deviceWindows } from '@wakeline/domain/races/device-windows';
import { START_TOLERANCE_MS } from '@wakeline/domain/races/fix';
import { type Selectable, sql } from 'kysely';
import { type Db, sqlStateOf, type Tx } from '../db/database.ts';
import { escapeLike } from '../db/escape-like.ts';
import type { Schema } from '../db/schema.ts';
import { accountScope, inScope, type Scope } from '../identity/scope.ts';
import { peopleInScope } from '../people/people.ts';
import { lockTrackersForBinding } from '../trackers/lock-for-binding.ts';
import { readClasses } from './classes.ts';
import type { MatchRow } from './matches.ts';
import { readCourseIds } from './race-courses.ts';

export type ParticipantRow = Selectable<Schema['match_participant']>;

/** PostgreSQL, appendix A. */
const UNIQUE_VIOLATION = '23505';

/**
 * The participants of a match that a user sees. A scope limited to groups has those without a device, and those whose device
 * is in one of its groups.
 */
function participantsInScope(db: Db, scope: Scope, matchId: number) {
  const query = db
    .selectFrom('match_participant')
    .leftJoin('tracker', 'tracker.tracker_id', 'match_participant.tracker_id')
    .where('match_participant.match_id', '=', matchId);
  if (scope.groupIds === null) return query;
  return query.where(
    sql<boolean>`(match_participant.tracker_id is null or ${inScope(scope, 'tracker.group_id')})`,
  );
}

export interface ParticipantFilter {
  readonly keywords: string;
  readonly classId?: number | undefined;
}

function matching(db: Db, scope: Scope, matchId: number, { keywords, classId }: ParticipantFilter) {
  let query = participantsInScope(db, scope, matchId);
  if (classId !== undefined) query = query.where('match_participant.class_id', '=', classId);
  if (keywords !== '') {
    const pattern = `%${escapeLike(keywords)}%`;
    query = query.where(
      sql<boolean>`(match_participant.number ilike ${pattern} escape '\\'
        or match_participant.name ilike ${pattern} escape '\\'
        or match_participant.club ilike ${pattern} escape '\\')`,
    );
  }
  return query;
}

/** A page of the participants of a match, by number: numbers before texts, and those without one at the end. */
export async function readParticipantPage(
  db: Db,
  scope: Scope,
  match: MatchRow,
  filter: ParticipantFilter & { readonly pageIndex: number; readonly pageSize: number },
): Promise<{ readonly list: Participant[]; readonly total: number }> {
  const { match_id: matchId } = match;
  const rows = await matching(db, scope, matchId, filter)
    .selectAll('match_participant')
    .select('tracker.name as tracker_name')
    .orderBy(sql`match_participant.number = ''`)
    .orderBy(sql`nullif(substring(match_participant.number from '^[0-9]{1,9}'), '')::int`, (by) =>
      by.asc().nullsLast(),
    )
    .orderBy(sql`lower(match_participant.number)`)
    .orderBy('match_participant.participant_id')
    .limit(filter.pageSize)
    .offset((filter.pageIndex - 1) * filter.pageSize)
    .execute();
  const { total } = await matching(db, scope, matchId, filter)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const { windows } = await readWindows(db, match);
  const list = rows.map((row) => toParticipant(row, windows.get(row.participant_id) ?? null));
  return { list, total };
}

function toParticipant(
  row: ParticipantRow & { readonly tracker_name: string | null },
  window: DeviceWindow | null,
): Participant {
  return {
    participantId: row.participant_id,
    personId: row.person_id,
    number: row.number,
    participantName: row.name,
    club: row.club,
    nationality: row.nationality,
    gender: row.gender,
    classId: row.class_id,
    courseId: row.course_id,
    startTime: row.start_at?.getTime() ?? null,
    trackerId: row.tracker_id,
    trackerFrom: row.tracker_from?.getTime() ?? null,
    trackerTo: row.tracker_to?.getTime() ?? null,
    color: row.color,
    trackerName: row.tracker_name,
    window,
  };
}

/** All participants of a match. */
export function readParticipantRows(db: Db, matchId: number): Promise<ParticipantRow[]> {
  return db
    .selectFrom('match_participant')
    .where('match_id', '=', matchId)
    .selectAll()
    .orderBy('participant_id')
    .execute();
}

/** @throws NamedError `participant-unknown` unless the user sees all of them */
export async function requireParticipants(
  db: Db,
  scope: Scope,
  matchId: number,
  participantIds: readonly number[],
): Promise<readonly ParticipantRow[]> {
  const ids = new Set(participantIds);
  const rows = await participantsInScope(db, scope, matchId)
    .where('match_participant.participant_id', 'in', [...ids])
    .selectAll('match_participant')
    .execute();
  if (rows.length < ids.size) throw new NamedError('participant-unknown');
  return rows;
}

/** Ids of the participants of a match that a user sees. */
export async function readVisibleIds(db: Db, scope: Scope, matchId: number): Promise<ReadonlySet<number>> {
  const rows = await participantsInScope(db, scope, matchId)
    .select('match_participant.participant_id')
    .execute();
  return new Set(rows.map(({ participant_id }) => participant_id));
}

/** When participants start: their own time, that of their class, or that of the match. */
export interface StartTimes {
  readonly of: (row: Pick<ParticipantRow, 'start_at' | 'class_id'>) => number;
}

export async function readStartTimes(db: Db, match: MatchRow): Promise<StartTimes> {
  const classes = new Map((await readClasses(db, match.match_id)).map((one) => [one.classId, one]));
  return {
    of({ start_at, class_id }) {
      if (start_at !== null) return start_at.getTime();
      const startTime = class_id === null ? null : (classes.get(class_id)?.startTime ?? null);
      return startTime ?? match.start_at.getTime();
    },
  };
}

/** The windows of all devices of a match. */
export async function readWindows(db: Db, match: MatchRow) {
  const [rows, starts] = [await readParticipantRows(db, match.match_id), await readStartTimes(db, match)];
  return windowsOf(rows, starts, match);
}

export function windowsOf(rows: readonly ParticipantRow[], starts: StartTimes, match: MatchRow) {
  const uses = rows.map((row) => ({
    participantId: row.participant_id,
    trackerId: row.tracker_id,
    startTime: starts.of(row),
    from: row.tracker_from?.getTime() ?? null,
    to: row.tracker_to?.getTime() ?? null,
  }));
  return deviceWindows(uses, { endTime: match.end_at.getTime(), leadMs: START_TOLERANCE_MS });
}

/**
 * Checks the start times and the windows of the devices of a match together.
 *
 * @throws NamedError `participant-start`, `participant-device-taken`, `participant-window`
 */
export async function checkWindows(tx: Tx, match: MatchRow): Promise<void> {
  const [rows, starts] = [await readParticipantRows(tx, match.match_id), await readStartTimes(tx, match)];
  if (rows.some((row) => starts.of(row) >= match.end_at.getTime())) throw new NamedError('participant-start');
  const { conflict } = windowsOf(rows, starts, match);
  if (conflict === null) return;
  const row = await tx
    .selectFrom('match_participant')
    .where('participant_id', '=', conflict.participantId)
    .select('name')
    .executeTakeFirstOrThrow();
  throw new NamedError(conflict.kind === 'taken' ? 'participant-device-taken' : 'participant-window', {
    participantName: row.name,
  });
}

/**
 * Adds participants; the match is locked, and its windows are not checked yet.
 *
 * @throws NamedError `participant-limit` and those of a form
 */
export async function insertParticipants(
  tx: Tx,
  scope: Scope,
  matchId: number,
  forms: readonly ParticipantForm[],
): Promise<readonly number[]> {
  if (forms.length === 0) return [];
  const { count } = await tx
    .selectFrom('match_participant')
    .where('match_id', '=', matchId)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count + forms.length > LIMITS.participantsPerMatch) throw new NamedError('participant-limit');
  await checkReferences(tx, scope, matchId, forms);
  return withTakenNames(async () => {
    const rows = await tx
      .insertInto('match_participant')
      .values(forms.map((form) => ({ match_id: matchId, ...columnsOf(form) })))
      .returning('participant_id')
      .execute();
    return rows.map(({ participant_id }) => participant_id);
  });
}

/** @throws NamedError those of a form; the participant is known to exist */
export async function updateParticipant(
  tx: Tx,
  scope: Scope,
  { match_id: matchId, participant_id, person_id, tracker_id }: ParticipantRow,
  form: ParticipantForm,
): Promise<void> {
  // A person and a device out of the scope of the user may stay. A device that has left the account since may not.
  const personId = form.personId === person_id ? null : form.personId;
  const trackerId = form.trackerId === tracker_id ? null : form.trackerId;
  if (tracker_id !== null && trackerId !== form.trackerId)
    await lockTrackersForBinding(tx, accountScope(scope.accountId), [tracker_id]);
  await checkReferences(tx, scope, matchId, [{ ...form, personId, trackerId }]);
  await withTakenNames(() =>
    tx
      .updateTable('match_participant')
      .set(columnsOf(form))
      .where('participant_id', '=', participant_id)
      .execute(),
  );
}

/** Names what a unique index refused. */
async function withTakenNames<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error;
    const isPerson = String(error).includes('match_participant_person');
    throw new NamedError(isPerson ? 'participant-person-taken' : 'participant-number-taken');
  }
}

function columnsOf(form: ParticipantForm) {
  const toDate = (time: number | null) => (time === null ? null : new Date(time));
  return {
    person_id: form.personId,
    number: form.number,
    name: form.participantName,
    club: form.club,
    nationality: form.nationality,
    gender: form.gender,
    class_id: form.classId,
    course_id: form.courseId,
    start_at: toDate(form.startTime),
    tracker_id: form.trackerId,
    tracker_from: toDate(form.trackerFrom),
    tracker_to: toDate(form.trackerTo),
    color: form.color,
  };
}

async function checkReferences(
  tx: Tx,
  scope: Scope,
  matchId: number,
  forms: readonly ParticipantForm[],
): Promise<void> {
  const idsOf = (field: 'classId' | 'courseId' | 'personId' | 'trackerId') => [
    ...new Set(forms.flatMap((form) => form[field] ?? [])),
  ];
  const classIds = new Set((await readClasses(tx, matchId)).map(({ classId }) => classId));
  if (idsOf('classId').some((classId) => !classIds.has(classId))) throw new NamedError('match-class-unknown');
  const courseIds = await readCourseIds(tx, matchId);
  if (idsOf('courseId').some((courseId) => !courseIds.has(courseId)))
    throw new NamedError('match-course-unknown');
  await readPeopleOf(tx, scope, idsOf('personId'));
  await lockTrackersForBinding(tx, scope, idsOf('trackerId'));
}

/** These people with what a participant takes over. @throws NamedError `person-unknown` unless the user sees all of them */
export async function readPeopleOf(db: Db, scope: Scope, personIds: readonly number[]) {
  const ids = [...new Set(personIds)];
  if (ids.length === 0) return [];
  const rows = await peopleInScope(db, scope)
    .where('person.person_id', 'in', ids)
    .select(['person.person_id', 'person.race_number', 'person.name', 'person.club'])
    .select(['person.nationality', 'person.gender', 'person.tracker_id', 'person.status'])
    .orderBy('person.person_id')
    .execute();
  if (rows.length < ids.length) throw new NamedError('person-unknown');
  return rows;
}

export async function deleteParticipants(tx: Tx, participantIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('match_participant')
    .where('participant_id', 'in', [...participantIds])
    .execute();
}

/** Sets the start times of participants. */
export async function writeStartTimes(
  tx: Tx,
  starts: readonly { readonly participantId: number; readonly startTime: number }[],
): Promise<void> {
  await sql`
    update match_participant set start_at = to_timestamp(new.start_time::float8 / 1000)
    from unnest(${starts.map(({ participantId }) => participantId)}::int[],
      ${starts.map(({ startTime }) => startTime)}::bigint[]) as new (participant_id, start_time)
    where match_participant.participant_id = new.participant_id`.execute(tx);
}

/** Removes devices from the matches of their account when they leave it; their history goes with them. */
export async function removeTrackersFromMatches(tx: Tx, trackerIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('match_participant')
    .set({ tracker_id: null })
    .where('tracker_id', 'in', [...trackerIds])
    .execute();
}
