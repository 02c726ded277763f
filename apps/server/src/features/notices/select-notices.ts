import type { Language, UserUnits } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import type { NoticeFilter } from '@wakeline/contract/notices/notices';
import { HANDLED_TYPES } from '@wakeline/domain/notices/alarm-handling';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { HANDLING_COLUMNS } from '../../alarms/handling.ts';
import type { Db } from '../../db/database.ts';
import { escapeLike } from '../../db/escape-like.ts';
import type { Subject } from '../../identity/access.ts';
import type { Scope } from '../../identity/scope.ts';
import { readGroupWithDescendants } from '../../trackers/group-descendants.ts';
import { trackerIdEquals, trackerIdIn, trackersInScope } from '../../trackers/in-scope.ts';
import { NOTICE_COLUMNS } from './notice-columns.ts';
import { canReadTrackerNotices } from './notices.policy.ts';

/** Retention of notices in the specification: 7 days. */
export const NOTICE_TTL_MS = 7 * 86_400_000;

/** Reader of notices: their rights, scope, language, units and time zone. */
export interface NoticeReader extends Subject, Scope {
  readonly language: Language;
  readonly units: UserUnits;
  readonly timeZone: string;
}

/** Notices that the reader can see, within the retention period, joined with their read marks and their handling. */
export function noticesOf(db: Db, reader: NoticeReader, now: number) {
  return (
    db
      .selectFrom('account_log as log')
      .innerJoin('app_user as reader', (join) => join.on('reader.user_id', '=', reader.userId))
      .leftJoin('notice_read', (join) =>
        join.onRef('notice_read.user_id', '=', 'reader.user_id').onRef('notice_read.seq', '=', 'log.seq'),
      )
      .leftJoin('alarm', (join) =>
        join.onRef('alarm.account_id', '=', 'log.account_id').onRef('alarm.seq', '=', 'log.seq'),
      )
      .where('log.account_id', '=', reader.accountId)
      // A literal: a generic plan can use the partial indexes of notices only with it.
      .where('log.kind', '=', sql.lit('notice'))
      .where('log.created_at', '>', new Date(now - NOTICE_TTL_MS))
      .$if(!canReadTrackerNotices(reader), (query) => query.where('log.tracker_id', 'is', null))
      .$if(reader.groupIds !== null, (query) =>
        query.where(({ or, eb, exists }) =>
          or([
            eb('log.tracker_id', 'is', null),
            exists(trackersInScope(db, reader).where(trackerIdEquals('log.tracker_id'))),
          ]),
        ),
      )
  );
}

const IS_READ = sql<boolean>`(log.seq <= reader.read_to or notice_read.seq is not null)`;

/** Adds the columns of a notice, its device, read mark and handling. */
export function withTracker(query: ReturnType<typeof noticesOf>) {
  return query
    .leftJoin('tracker', (join) =>
      join
        .onRef('tracker.tracker_id', '=', 'log.tracker_id')
        .onRef('tracker.account_id', '=', 'log.account_id'),
    )
    .select([...NOTICE_COLUMNS, IS_READ.as('is_read'), ...HANDLING_COLUMNS]);
}

export type NoticeRow = Awaited<ReturnType<ReturnType<typeof withTracker>['execute']>>[number];

/** A filter, and the numbers that it is limited to. */
export interface NoticeSearch extends NoticeFilter {
  readonly messageIds?: readonly number[] | undefined;
  /** Later notices are left out. */
  readonly upTo?: number | undefined;
}

/**
 * The notices of a reader that match a filter, as the base of a query that adds columns.
 *
 * @throws NamedError `tracker-unknown`, `group-unknown` or `time-order`
 */
export async function selectNotices(db: Db, reader: NoticeReader, search: NoticeSearch, now: number) {
  const { trackerIds, groupId, startTime, endTime } = search;
  if (startTime !== undefined && endTime !== undefined && startTime >= endTime) {
    throw new NamedError('time-order');
  }
  if (trackerIds !== undefined) await requireTrackers(db, reader, trackerIds);
  const groups = groupId === undefined ? null : await readGroup(db, reader, groupId);
  const conditions = [...conditionsOf(search), ...trackerConditions(db, reader, groups, search.keywords)];
  return { query: noticesOf(db, reader, now).where((where) => where.and(conditions)) };
}

/** @throws NamedError `tracker-unknown` when the reader cannot read notices of one of these trackers */
export async function requireTrackers(
  db: Db,
  reader: Subject & Scope,
  trackerIds: readonly number[],
): Promise<void> {
  const wanted = new Set(trackerIds);
  const found = await trackersInScope(db, reader)
    .select('tracker_id')
    .where(trackerIdIn([...wanted]))
    .execute();
  if (found.length < wanted.size || !canReadTrackerNotices(reader)) throw new NamedError('tracker-unknown');
}

function readGroup(db: Db, reader: NoticeReader, groupId: number): Promise<readonly number[]> {
  if (!canReadTrackerNotices(reader)) throw new NamedError('group-unknown');
  return readGroupWithDescendants(db, reader, groupId);
}

const NOTICE_TYPE = sql`log.payload ->> 'noticeType'`;
/** `isAlarm` of `packages/domain/src/notices/alarm-handling.ts`. */
const IS_ALARM = sql<SqlBool>`case when log.payload ? 'task'
  then coalesce(log.payload #>> '{task,deviation,kind}', log.payload #>> '{task,reporting,kind}') is distinct from 'back'
  else ${NOTICE_TYPE} = any (${[...HANDLED_TYPES]}::text[]) end`;

function conditionsOf(search: NoticeSearch): readonly RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  const { messageIds, upTo, msgTypes, trackerIds, taskIds, isRead, handling, ownerId } = search;
  const { startTime, endTime } = search;
  if (messageIds) conditions.push(sql`log.seq = any (${[...messageIds]}::bigint[])`);
  if (upTo !== undefined) conditions.push(sql`log.seq <= ${upTo}::bigint`);
  if (msgTypes) conditions.push(sql`${NOTICE_TYPE} = any (${msgTypes}::text[])`);
  if (trackerIds) conditions.push(sql`log.tracker_id = any (${trackerIds}::int[])`);
  if (taskIds) conditions.push(sql`(log.payload #>> '{task,taskId}')::int = any (${taskIds}::int[])`);
  if (isRead) conditions.push(sql`${IS_READ} = ${isRead === 'READ'}::boolean`);
  if (handling) {
    conditions.push(IS_ALARM);
    conditions.push(sql`coalesce(alarm.state, 'open') = any (${handling}::text[])`);
  }
  if (ownerId !== undefined) conditions.push(sql`alarm.owner_id = ${ownerId}::int`);
  if (startTime !== undefined) conditions.push(sql`log.created_at >= ${new Date(startTime)}::timestamptz`);
  if (endTime !== undefined) conditions.push(sql`log.created_at <= ${new Date(endTime)}::timestamptz`);
  return conditions;
}

/** Conditions on the devices of the notices. */
function trackerConditions(
  db: Db,
  reader: Scope,
  groups: readonly number[] | null,
  keywords: string | undefined,
): readonly RawBuilder<SqlBool>[] {
  if (groups === null && !keywords) return [];
  let trackers = trackersInScope(db, reader).select('tracker.tracker_id');
  if (groups !== null)
    trackers = trackers.where(sql<SqlBool>`tracker.group_id = any (${[...groups]}::int[])`);
  if (keywords) {
    trackers = trackers.where(
      sql<SqlBool>`tracker.search like lower(${`%${escapeLike(keywords)}%`}::text) escape '\\'`,
    );
  }
  return [sql`log.tracker_id in (${trackers})`];
}
