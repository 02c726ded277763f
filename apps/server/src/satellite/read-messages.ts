import { MESSAGE_STATES, type MessageState } from '@wakeline/domain/satellite/message-states';
import { MESSAGE_TYPES, type MessageType } from '@wakeline/domain/satellite/message-types';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { escapeLike } from '../db/escape-like.ts';
import { inScope } from '../identity/scope.ts';
import { isOnPlane, type Visibility } from './accounts.ts';

export interface MessageFilter {
  readonly bdUserId?: number | undefined;
  readonly types?: readonly MessageType[] | undefined;
  readonly states?: readonly MessageState[] | undefined;
  readonly keywords: string;
  /** Epoch milliseconds; the end is not included. */
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/** A position in a list of messages, newest first. */
export interface MessageCursor {
  readonly createTime: number;
  readonly messageId: number;
}

export interface MessagePage {
  readonly before: MessageCursor | undefined;
  readonly limit: number;
}

type KindFilter = Pick<MessageFilter, 'types' | 'states'>;

/**
 * The messages of an account, of some types and states. Each type with each state is read in its order by the index, and
 * these are merged: a type can be frequent, and rare in the states of the filter. PostgreSQL merges only what is ordered
 * by name.
 */
function messagesOfKinds(db: Db, accountId: number, { types, states }: KindFilter) {
  const all = db.selectFrom('satellite_message').where('account_id', '=', accountId).selectAll();
  if (types === undefined && states === undefined) return all.as('message');
  const ordered = (messages: typeof all) =>
    db
      .selectFrom(messages.orderBy('created_at', 'desc').orderBy('message_id', 'desc').as('kind'))
      .selectAll();
  const [first = ordered(all.where(sql<SqlBool>`false`)), ...others] = (types ?? MESSAGE_TYPES).flatMap(
    (type) =>
      (states ?? MESSAGE_STATES).map((state) =>
        ordered(all.where('type', '=', type).where('state', '=', state)),
      ),
  );
  return others.reduce((union, kind) => union.unionAll(kind), first).as('message');
}

/** Messages of deleted terminals are visible to users without a limited scope. */
export function visibleMessages(db: Db, visibility: Visibility, kinds: KindFilter = {}) {
  const { accountId, groupIds, networks } = visibility;
  const query = db
    .selectFrom(messagesOfKinds(db, accountId, kinds))
    .leftJoin('communication_account as terminal', (join) =>
      join.onRef('terminal.communication_account_id', '=', 'message.communication_account_id'),
    )
    .leftJoin('tracker', 'tracker.tracker_id', 'terminal.tracker_id')
    .where(sql<SqlBool>`message.network = any (${[...networks]}::text[])`);
  return groupIds === null ? query : query.where(inScope(visibility, 'tracker.group_id'));
}

const COLUMNS = [
  'message.message_id',
  'message.communication_account_id',
  'terminal.name as terminal_name',
  'message.card_number',
  'message.network',
  'message.type',
  'message.sender',
  'message.receiver',
  'message.content',
  'message.urgent',
  'message.state',
  'message.reason',
  'message.cost_units',
  'message.created_at',
  'message.changed_at',
  'message.expires_at',
  'message.received_by',
  'message.reply_to',
  'message.written_at',
  'message.latitude',
  'message.longitude',
  'message.altitude',
  'message.place_at',
  'message.estimate_latitude',
  'message.estimate_longitude',
  'message.estimate_radius',
] as const;

function before<Query extends ReturnType<typeof visibleMessages>>(
  query: Query,
  { before }: Pick<MessagePage, 'before'>,
) {
  return before === undefined ? query : query.where(isBefore(before));
}

/** Whether a row of `satellite_message as message` comes after the cursor in a list, newest first. */
export function isBefore({ createTime, messageId }: MessageCursor) {
  const at = new Date(createTime);
  return sql<SqlBool>`(message.created_at, message.message_id) < (${at}::timestamptz, ${messageId}::bigint)`;
}

/** Of the messages that the other criteria leave. */
function filtered(db: Db, visibility: Visibility, filter: MessageFilter, page: Pick<MessagePage, 'before'>) {
  const { bdUserId, startTime, endTime } = filter;
  let query = before(visibleMessages(db, visibility, filter), page);
  if (bdUserId !== undefined) query = query.where('message.communication_account_id', '=', bdUserId);
  if (startTime !== undefined) query = query.where('message.created_at', '>=', new Date(startTime));
  if (endTime !== undefined) query = query.where('message.created_at', '<', new Date(endTime));
  return query;
}

/** The messages that match. With keywords, those that the index of the texts finds are compared. */
export function selectMessages(db: Db, visibility: Visibility, filter: MessageFilter) {
  const query = filtered(db, visibility, filter, { before: undefined });
  if (filter.keywords === '') return query;
  return query
    .where(
      sql<SqlBool>`satellite_search(message.account_id, message.content, message.sender, message.receiver)
        @@ satellite_search_query(${visibility.accountId}, ${filter.keywords})`,
    )
    .where(containing(filter.keywords, 'message.'));
}

function containing(keywords: string, table: '' | 'message.') {
  const pattern = `%${escapeLike(keywords)}%`;
  const [content, sender, receiver] = ['content', 'sender', 'receiver'].map((name) =>
    sql.ref(`${table}${name}`),
  );
  return sql<SqlBool>`(${content} ilike ${pattern} escape '\\'
    or ${sender} ilike ${pattern} escape '\\' or ${receiver} ilike ${pattern} escape '\\')`;
}

/** The messages that match, newest first. */
export async function readMessages(
  db: Db,
  visibility: Visibility,
  filter: MessageFilter,
  page: MessagePage,
): Promise<readonly MessageRow[]> {
  if (filter.keywords === '')
    return inOrder(filtered(db, visibility, filter, page))
      .limit(page.limit)
      .execute();
  const ids = await findByKeywords(db, visibility, filter, page);
  return inOrder(
    visibleMessages(db, visibility).where(sql<SqlBool>`message.message_id = any (${ids}::bigint[])`),
  ).execute();
}

/** With the columns of a message, newest first. */
export function inOrder<Query extends ReturnType<typeof visibleMessages>>(query: Query) {
  return query.select(COLUMNS).orderBy('message.created_at', 'desc').orderBy('message.message_id', 'desc');
}

/** Messages that are searched by their texts before the index of their texts is used. */
const SEARCHED = 10_000;

/**
 * Ids of the newest messages with these keywords. Frequent keywords are in the newest messages, which are read in their
 * order; what is rare there is looked up by the index of the texts, which knows no order and would return all of them.
 */
async function findByKeywords(
  db: Db,
  visibility: Visibility,
  filter: MessageFilter,
  page: MessagePage,
): Promise<readonly number[]> {
  const newest = filtered(db, visibility, filter, page)
    .select([
      'message.created_at',
      'message.message_id',
      'message.content',
      'message.sender',
      'message.receiver',
    ])
    .orderBy('message.created_at', 'desc')
    .orderBy('message.message_id', 'desc')
    .limit(SEARCHED);
  const { rows } = await sql<{ ids: number[]; searched: number; at: string | null; id: number | null }>`
    with newest as materialized (${newest}), oldest as (
      select created_at, message_id from newest order by created_at, message_id limit 1
    )
    select array(select message_id from newest where ${containing(filter.keywords, '')}
        order by created_at desc, message_id desc limit ${page.limit}) as ids,
      (select count(*) from newest)::int as searched,
      (select created_at from oldest)::text as at, (select message_id from oldest) as id`.execute(db);
  const [{ ids = [], searched = 0, at = null, id = null } = {}] = rows;
  if (ids.length >= page.limit || searched < SEARCHED) return ids;
  const older = selectMessages(db, visibility, filter)
    .where(sql<SqlBool>`(message.created_at, message.message_id) < (${at}::timestamptz, ${id}::bigint)`)
    .select(['message.created_at', 'message.message_id']);
  const found = await sql<{ message_id: number }>`
    with found as materialized (${older})
    select message_id from found order by created_at desc, message_id desc limit ${page.limit - ids.length}`.execute(
    db,
  );
  return [...ids, ...found.rows.map((row) => row.message_id)];
}

/** The newest message with each terminal whose name or card number contains the keywords, newest first. */
export function readConversations(db: Db, visibility: Visibility, keywords: string, page: MessagePage) {
  const pattern = `%${escapeLike(keywords)}%`;
  return before(visibleMessages(db, visibility), page)
    .where(
      sql<SqlBool>`(terminal.name ilike ${pattern} escape '\\' or terminal.card_number like ${pattern} escape '\\'
        or ${isOnPlane(visibility, 'terminal.communication_account_id', pattern)})`,
    )
    .where('terminal.account_id', '=', visibility.accountId)
    .where('terminal.last_message_at', 'is not', null)
    .whereRef('message.message_id', '=', 'terminal.last_message_id')
    .select(COLUMNS)
    .orderBy('terminal.last_message_at', 'desc')
    .orderBy('terminal.last_message_id', 'desc')
    .limit(page.limit)
    .execute();
}

export type MessageRow = Awaited<ReturnType<ReturnType<typeof inOrder>['execute']>>[number];

export async function findMessage(
  db: Db,
  visibility: Visibility,
  messageId: number,
): Promise<MessageRow | undefined> {
  return visibleMessages(db, visibility)
    .where('message.message_id', '=', messageId)
    .select(COLUMNS)
    .executeTakeFirst();
}

/** The transmissions of a message, in order. */
export function readParts(db: Db, messageId: number) {
  return db
    .selectFrom('satellite_part')
    .where('message_id', '=', messageId)
    .selectAll()
    .orderBy('number')
    .execute();
}

/** The changes of the states of its transmissions, in order. */
export function readSteps(db: Db, messageId: number) {
  return db
    .selectFrom('satellite_step as step')
    .innerJoin('satellite_part as part', 'part.part_id', 'step.part_id')
    .where('part.message_id', '=', messageId)
    .select(['step.at', 'part.number', 'step.state', 'step.reason', 'step.evidence', 'step.detail'])
    .orderBy('step.step_id')
    .execute();
}
