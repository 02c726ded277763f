import { NamedError } from '@wakeline/contract/errors';
import type { BdUserFilter } from '@wakeline/contract/satellite/accounts';
import { cardKey } from '@wakeline/domain/satellite/card-number';
import type { SatelliteNetwork } from '@wakeline/domain/satellite/networks';
import { type Insertable, type Selectable, sql } from 'kysely';
import { type Db, sqlStateOf, type Tx } from '../db/database.ts';
import { escapeLike } from '../db/escape-like.ts';
import { lockAccount } from '../db/lock-account.ts';
import type { Schema } from '../db/schema.ts';
import { inScope, type Scope } from '../identity/scope.ts';
import { describeByMachine } from './machines.ts';
import { moveWaitingMessages } from './move-waiting.ts';
import { readFreeTerminals } from './taken-terminals.ts';

/** PostgreSQL, appendix A. */
const UNIQUE_VIOLATION = '23505';

export type CommunicationAccountRow = Selectable<Schema['communication_account']>;
export interface ListedAccount extends CommunicationAccountRow {
  readonly tracker_name: string | null;
}
export type AccountColumns = Omit<
  Insertable<Schema['communication_account']>,
  'account_id' | 'card_number' | 'card_key' | 'created_at'
>;

/** What a user sees: terminals of these networks; with a scope limited to groups, those that devices of it carry. */
export interface Visibility extends Scope {
  readonly networks: readonly SatelliteNetwork[];
  /** Whether a search finds terminals by the tail number of the plane on which they are. */
  readonly tailNumbers?: boolean;
}

function visibleAccounts(db: Db, visibility: Visibility) {
  const { accountId, groupIds, networks } = visibility;
  const query = db
    .selectFrom('communication_account')
    .leftJoin('tracker', 'tracker.tracker_id', 'communication_account.tracker_id')
    .where('communication_account.account_id', '=', accountId)
    .where('communication_account.network', 'in', networks.length === 0 ? [sql<never>`null`] : networks);
  return groupIds === null ? query : query.where(inScope(visibility, 'tracker.group_id'));
}

/** The communication accounts that a user sees and that match a filter. */
export function matchingAccounts(
  db: Db,
  visibility: Visibility,
  { keywords, network, isBound }: BdUserFilter,
) {
  let query = visibleAccounts(db, visibility);
  if (network !== undefined) query = query.where('communication_account.network', '=', network);
  if (isBound !== undefined)
    query = query.where('communication_account.tracker_id', isBound ? 'is not' : 'is', null);
  if (keywords === '') return query;
  const pattern = `%${escapeLike(keywords)}%`;
  return query.where(
    sql<boolean>`(communication_account.name ilike ${pattern} escape '\\'
      or communication_account.card_number like ${pattern} escape '\\'
      or communication_account.note ilike ${pattern} escape '\\'
      or ${isOnPlane(visibility, 'communication_account.communication_account_id', pattern)})`,
  );
}

/** Whether a terminal is on a plane whose tail number matches; never true for users who do not see tail numbers. */
export function isOnPlane({ accountId, tailNumbers }: Visibility, terminal: string, pattern: string) {
  if (tailNumbers !== true) return sql<boolean>`false`;
  return sql<boolean>`exists (
    select from communication_account on_board
      join plane on plane.tracker_id = on_board.tracker_id and plane.account_id = ${accountId}::int
    where on_board.communication_account_id = ${sql.ref(terminal)}
      and plane.tail_number ilike ${pattern}::text escape '\\')`;
}

export async function countAccounts(db: Db, visibility: Visibility, filter: BdUserFilter): Promise<number> {
  const { count } = await matchingAccounts(db, visibility, filter)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** One page of the matching accounts, by name. */
export function readAccounts(
  db: Db,
  visibility: Visibility,
  filter: BdUserFilter,
  { pageIndex, pageSize }: { readonly pageIndex: number; readonly pageSize: number },
): Promise<readonly ListedAccount[]> {
  return matchingAccounts(db, visibility, filter)
    .selectAll('communication_account')
    .select('tracker.name as tracker_name')
    .orderBy('communication_account.name')
    .orderBy('communication_account.communication_account_id')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
}

/** @throws NamedError `communication-account-unknown` when the user sees no such account */
export async function lockCommunicationAccount(
  tx: Tx,
  visibility: Visibility,
  id: number,
): Promise<CommunicationAccountRow> {
  const row = await visibleAccounts(tx, visibility)
    .where('communication_account.communication_account_id', '=', id)
    .selectAll('communication_account')
    .forUpdate('communication_account')
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('communication-account-unknown');
  return row;
}

/**
 * Locks these accounts, in the order of their ids.
 *
 * @throws NamedError `communication-account-unknown` when the user sees not all of them
 */
export async function lockCommunicationAccounts(
  tx: Tx,
  visibility: Visibility,
  ids: readonly number[],
): Promise<readonly CommunicationAccountRow[]> {
  const rows = await visibleAccounts(tx, visibility)
    .where(sql<boolean>`communication_account.communication_account_id = any (${[...ids]}::int[])`)
    .selectAll('communication_account')
    .orderBy('communication_account.communication_account_id')
    .forUpdate('communication_account')
    .execute();
  if (rows.length < new Set(ids).size) throw new NamedError('communication-account-unknown');
  return rows;
}

/** The terminal with a card number, of any account. */
export function findByCard(db: Db, key: string): Promise<CommunicationAccountRow | undefined> {
  return db.selectFrom('communication_account').where('card_key', '=', key).selectAll().executeTakeFirst();
}

export function findById(db: Db, id: number): Promise<CommunicationAccountRow | undefined> {
  return db
    .selectFrom('communication_account')
    .where('communication_account_id', '=', id)
    .selectAll()
    .executeTakeFirst();
}

/** @throws NamedError `communication-account-unknown` when the user sees no such account */
export async function requireCommunicationAccount(
  db: Db,
  visibility: Visibility,
  id: number,
): Promise<Pick<CommunicationAccountRow, 'communication_account_id' | 'card_key'>> {
  const row = await visibleAccounts(db, visibility)
    .where('communication_account.communication_account_id', '=', id)
    .select(['communication_account.communication_account_id', 'communication_account.card_key'])
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('communication-account-unknown');
  return row;
}

/**
 * These accounts, by name.
 *
 * @throws NamedError `communication-account-unknown` when the user sees not all of them
 */
export async function readAccountsById(
  db: Db,
  visibility: Visibility,
  ids: readonly number[],
): Promise<readonly ListedAccount[]> {
  const rows = await visibleAccounts(db, visibility)
    .where(sql<boolean>`communication_account.communication_account_id = any (${[...ids]}::int[])`)
    .selectAll('communication_account')
    .select('tracker.name as tracker_name')
    .orderBy('communication_account.name')
    .orderBy('communication_account.communication_account_id')
    .execute();
  if (rows.length < new Set(ids).size) throw new NamedError('communication-account-unknown');
  return rows;
}

/** Locks the account and checks that it may have this many more terminals. @throws NamedError `communication-account-limit` */
export async function requireRoomForAccounts(tx: Tx, accountId: number, added: number): Promise<void> {
  await lockAccount(tx, accountId);
  if ((await readFreeTerminals(tx, accountId)) < added) throw new NamedError('communication-account-limit');
}

export interface NewAccount {
  readonly cardNumber: string;
  readonly columns: AccountColumns;
}

/** Returns the ids in the order of the accounts. @throws NamedError `card-number-taken`, `tracker-has-terminal` */
export async function insertCommunicationAccounts(
  tx: Tx,
  { accountId, now }: { readonly accountId: number; readonly now: number },
  accounts: readonly NewAccount[],
): Promise<readonly number[]> {
  const rows = await tx
    .insertInto('communication_account')
    .values(
      accounts.map(({ cardNumber, columns }) => ({
        ...columns,
        account_id: accountId,
        card_number: cardNumber,
        card_key: keyOf(cardNumber),
        created_at: new Date(now),
      })),
    )
    .returning('communication_account_id')
    .execute()
    .catch(toTaken);
  const terminalIds = rows.map((row) => row.communication_account_id);
  await describeByMachine(tx, { terminalIds });
  return terminalIds;
}

/** @throws NamedError `tracker-has-terminal` */
export async function updateCommunicationAccount(
  tx: Tx,
  { communication_account_id: id }: CommunicationAccountRow,
  columns: Omit<AccountColumns, 'network'>,
): Promise<void> {
  await tx
    .updateTable('communication_account')
    .set(columns)
    .where('communication_account_id', '=', id)
    .execute()
    .catch(toTaken);
}

/**
 * Replaces the card of a terminal, with that of the messages that wait for it. Returns the number of these messages.
 *
 * @throws NamedError `card-number-taken`
 */
export async function updateCardNumber(
  tx: Tx,
  { communication_account_id: id }: CommunicationAccountRow,
  cardNumber: string,
): Promise<number> {
  const cardKey = keyOf(cardNumber);
  await tx
    .updateTable('communication_account')
    .set({ card_number: cardNumber, card_key: cardKey })
    .where('communication_account_id', '=', id)
    .execute()
    .catch(toTaken);
  await describeByMachine(tx, { terminalIds: [id] });
  return moveWaitingMessages(tx, id, { cardNumber, cardKey });
}

export async function deleteCommunicationAccount(
  tx: Tx,
  { communication_account_id: id }: CommunicationAccountRow,
): Promise<void> {
  await tx.deleteFrom('communication_account').where('communication_account_id', '=', id).execute();
}

/** Trackers that move to another account carry none of this account's terminals any more. */
export async function unbindTrackers(tx: Tx, trackerIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('communication_account')
    .set({ tracker_id: null })
    .where(sql<boolean>`tracker_id = any (${[...trackerIds]}::int[])`)
    .execute();
}

function keyOf(cardNumber: string): string {
  const key = cardKey(cardNumber);
  if (key === null) throw new Error(`not a card number: ${cardNumber}`);
  return key;
}

/** Unique are the card number and the tracker. */
function toTaken(error: unknown): never {
  if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error;
  throw new NamedError(
    String(error).includes('communication_account_tracker') ? 'tracker-has-terminal' : 'card-number-taken',
  );
}
