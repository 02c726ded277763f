import { LIMITS } from '@wakeline/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { inScope } from '../identity/scope.ts';
import type { CommunicationAccountRow, Visibility } from './accounts.ts';

/** A terminal that already has a card number, in any account. */
export interface TakenCard {
  /** Null: the user does not see it, so nothing about it may be revealed. */
  readonly account: CommunicationAccountRow | null;
}

/** The terminals with these keys of card numbers, by key. */
export async function findTakenCards(
  db: Db,
  visibility: Visibility,
  keys: readonly string[],
): Promise<ReadonlyMap<string, TakenCard>> {
  const { accountId, networks, groupIds } = visibility;
  const rows = await db
    .selectFrom('communication_account')
    .leftJoin('tracker', 'tracker.tracker_id', 'communication_account.tracker_id')
    .where(sql<boolean>`communication_account.card_key = any (${[...keys]}::text[])`)
    .selectAll('communication_account')
    .select(
      sql<boolean | null>`${groupIds === null ? sql.lit(true) : inScope(visibility, 'tracker.group_id')}`.as(
        'in_scope',
      ),
    )
    .execute();
  return new Map(
    rows.map(({ in_scope: isInScope, ...account }) => {
      const isVisible =
        account.account_id === accountId && networks.includes(account.network) && isInScope === true;
      return [account.card_key, { account: isVisible ? account : null }];
    }),
  );
}

/** The communication accounts that are bound to these devices, by device. */
export async function findBoundTerminals(
  db: Db,
  trackerIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('communication_account')
    .where(sql<boolean>`tracker_id = any (${[...trackerIds]}::int[])`)
    .select(['tracker_id', 'communication_account_id'])
    .execute();
  return new Map(
    rows.flatMap((row) => (row.tracker_id === null ? [] : [[row.tracker_id, row.communication_account_id]])),
  );
}

/** How many more terminals the account may have. */
export async function readFreeTerminals(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('communication_account')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Math.max(0, LIMITS.communicationAccounts - count);
}
