import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { sql } from 'kysely';
import { type Db, sqlStateOf, type Tx } from '../../../db/database.ts';

const UNIQUE_VIOLATION = '23505';

interface Owner {
  readonly accountId: number;
  readonly userId: number;
}

export type SavedFilterRow = Awaited<ReturnType<typeof readSavedFilters>>[number];

/** The filters of a page that a user sees, by name: own ones and shared ones. */
export function readSavedFilters(db: Db, { accountId, userId }: Owner, page: string) {
  return db
    .selectFrom('report_filter')
    .innerJoin('app_user', 'app_user.user_id', 'report_filter.user_id')
    .where('report_filter.account_id', '=', accountId)
    .where('page', '=', page)
    .where((where) => where.or([where('report_filter.user_id', '=', userId), where('shared', '=', true)]))
    .selectAll('report_filter')
    .select('app_user.login')
    .orderBy(sql`lower(report_filter.name)`)
    .orderBy('filter_id')
    .execute();
}

/** @throws NamedError `report-filter-unknown` when the user does not see it */
export async function lockSavedFilter(tx: Tx, { accountId, userId }: Owner, filterId: number) {
  const row = await tx
    .selectFrom('report_filter')
    .selectAll()
    .where('filter_id', '=', filterId)
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('user_id', '=', userId), where('shared', '=', true)]))
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('report-filter-unknown');
  return row;
}

export interface NewFilter extends Owner {
  readonly page: string;
  readonly filterName: string;
  readonly query: string;
  readonly isShared: boolean;
}

/** The account must be locked. @throws NamedError `report-filter-limit`, `report-filter-taken` */
export async function insertSavedFilter(
  tx: Tx,
  { accountId, userId, page, filterName, query, isShared }: NewFilter,
): Promise<number> {
  const { count } = await tx
    .selectFrom('report_filter')
    .where('user_id', '=', userId)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.reportFiltersPerUser) throw new NamedError('report-filter-limit');
  const row = await tx
    .insertInto('report_filter')
    .values({ account_id: accountId, user_id: userId, page, name: filterName, query, shared: isShared })
    .returning('filter_id')
    .executeTakeFirstOrThrow()
    .catch(toTaken);
  return row.filter_id;
}

/** @throws NamedError `report-filter-taken` */
export async function updateSavedFilter(
  tx: Tx,
  filterId: number,
  { filterName, query, isShared }: Pick<NewFilter, 'filterName' | 'query' | 'isShared'>,
): Promise<void> {
  await tx
    .updateTable('report_filter')
    .set({ name: filterName, query, shared: isShared })
    .where('filter_id', '=', filterId)
    .execute()
    .catch(toTaken);
}

export async function removeSavedFilter(tx: Tx, filterId: number): Promise<void> {
  await tx.deleteFrom('report_filter').where('filter_id', '=', filterId).execute();
}

function toTaken(error: unknown): never {
  throw sqlStateOf(error) === UNIQUE_VIOLATION ? new NamedError('report-filter-taken') : error;
}
