import { NamedError } from '@wakeline/contract/errors';
import { TRANSFER_ROLE } from '@wakeline/contract/trackers/transfer';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { escapeLike } from '../../../db/escape-like.ts';

/** The account whose devices are transferred. */
export interface Sender {
  readonly accountId: number;
}

interface Page {
  readonly keywords?: string | undefined;
  readonly pageIndex: number;
  readonly pageSize: number;
}

/** Whether the account has a customer or a dealer. */
export async function hasTransferAccounts(db: Db, sender: Sender): Promise<boolean> {
  const row = await selectTransferAccounts(db, sender)
    .select('account.account_id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A page of the accounts to which devices may be transferred, the dealer first, then customers by name. */
export async function readTransferAccounts(db: Db, sender: Sender, { keywords, pageIndex, pageSize }: Page) {
  const pattern = `%${escapeLike(keywords ?? '')}%`;
  const matching = selectTransferAccounts(db, sender)
    .leftJoin('app_user as holder', (join) =>
      join.onRef('holder.account_id', '=', 'account.account_id').on('holder.permission', '=', 'holder'),
    )
    .$if(keywords !== undefined && keywords !== '', (query) =>
      query.where(
        sql<boolean>`(account.name ilike ${pattern} escape '\\'
          or (${IS_CUSTOMER} and holder.login ilike ${pattern} escape '\\'))`,
      ),
    );
  const rows = await matching
    .select(['account.account_id', 'account.name', 'holder.login', IS_CUSTOMER.as('is_customer')])
    .orderBy('is_customer')
    .orderBy('account.name')
    .orderBy('account.account_id')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
  const { total } = await matching
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** The groups of a customer. @throws NamedError `transfer-account-unknown`, also for the dealer */
export async function readTransferGroups(db: Db, sender: Sender, accountId: number) {
  const account = await selectTransferAccounts(db, sender)
    .where('account.account_id', '=', accountId)
    .where(IS_CUSTOMER)
    .select('account.account_id')
    .executeTakeFirst();
  if (account === undefined) throw new NamedError('transfer-account-unknown');
  return db
    .selectFrom('tracker_group')
    .where('account_id', '=', accountId)
    .select(['group_id', 'parent_id', 'name'])
    .orderBy('name')
    .orderBy('group_id')
    .execute();
}

/**
 * Locks both accounts, so that their relation and their numbers of devices cannot change, and the target group.
 * Returns the name of the receiving account.
 *
 * @param now epoch milliseconds
 * @throws NamedError `transfer-account-unknown`, `transfer-account-inactive`, `transfer-group-unknown`
 */
export async function lockTransferAccount(
  tx: Tx,
  sender: Sender,
  { to, groupId, now }: { readonly to: number; readonly groupId: number | null; readonly now: number },
): Promise<{ readonly name: string }> {
  // In one order, so that two accounts that transfer to each other do not wait in a circle.
  await sql`select from account where account_id in (${sender.accountId}, ${to}) order by account_id
    for no key update`.execute(tx);
  const account = await selectTransferAccounts(tx, sender)
    .where('account.account_id', '=', to)
    .select(['account.name', IS_CUSTOMER.as('is_customer'), isActive(now).as('is_active')])
    .executeTakeFirst();
  if (account === undefined) throw new NamedError('transfer-account-unknown');
  if (!account.is_active) throw new NamedError('transfer-account-inactive');
  if (groupId !== null && !(account.is_customer && (await lockGroup(tx, to, groupId))))
    throw new NamedError('transfer-group-unknown');
  return { name: account.name };
}

/**
 * Customers and the dealer of an account. For the operator's account, all accounts are customers; it is the dealer of
 * accounts without one.
 */
function selectTransferAccounts(db: Db, { accountId }: Sender) {
  return db
    .selectFrom('account')
    .innerJoin('account as sender', (join) => join.on('sender.account_id', '=', accountId))
    .whereRef('account.account_id', '!=', 'sender.account_id')
    .where(
      sql<boolean>`(${IS_CUSTOMER} or account.account_id = sender.dealer_id
        or (sender.dealer_id is null and account.operator))`,
    );
}

const IS_CUSTOMER = sql<boolean>`(sender.operator or coalesce(account.dealer_id = sender.account_id, false))`;

/** Whether the account has an enabled holder and the function with which devices are managed. */
function isActive(now: number) {
  return sql<boolean>`(
    exists (select from app_user where app_user.account_id = account.account_id
      and permission = 'holder' and not disabled)
    and exists (select from account_plugin plugin where plugin.account_id = account.account_id
      and plugin.role = ${TRANSFER_ROLE}
      and (plugin.valid_until is null or plugin.valid_until > ${new Date(now)})))`;
}

async function lockGroup(tx: Tx, accountId: number, groupId: number): Promise<boolean> {
  const group = await tx
    .selectFrom('tracker_group')
    .select('group_id')
    .where('account_id', '=', accountId)
    .where('group_id', '=', groupId)
    .forKeyShare()
    .executeTakeFirst();
  return group !== undefined;
}
