import type { Display, FenceForm } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Db, Tx } from '../db/database.ts';
import { lockAccount } from '../db/lock-account.ts';
import type { Scope } from '../identity/scope.ts';
import { fencesInScope } from './in-scope.ts';

/** Rows in one statement: each takes a dozen of its 65,535 parameters. */
const INSERT_BATCH_SIZE = 1_000;

/** Fences that are read at once: some have 10,000 vertices. */
const READ_BATCH_SIZE = 100;

/** Ids of the fences in a scope, by name. */
export async function readFenceIds(
  db: Db,
  scope: Scope,
  { display }: { readonly display?: Display | undefined } = {},
): Promise<readonly number[]> {
  const rows = await fencesInScope(db, scope)
    .$if(display !== undefined, (query) => query.where('display', '=', display as Display))
    .select('fence_id')
    .orderBy('name')
    .orderBy('fence_id')
    .execute();
  return rows.map((row) => row.fence_id);
}

/** The names of the fences in a scope, by id. */
export async function readFenceNames(db: Db, scope: Scope): Promise<ReadonlyMap<number, string>> {
  const rows = await fencesInScope(db, scope).select(['fence_id', 'name']).execute();
  return new Map(rows.map((row) => [row.fence_id, row.name]));
}

/** The fences of an account that do not notify of entries, or of exits. */
export async function readSilentFences(
  db: Db,
  accountId: number,
): Promise<{ readonly entries: readonly number[]; readonly exits: readonly number[] }> {
  const rows = await db
    .selectFrom('fence')
    .where('account_id', '=', accountId)
    .where('notice', '<>', 'BOTH')
    .select(['fence_id', 'notice'])
    .execute();
  const idsOf = (notices: readonly string[]) =>
    rows.filter(({ notice }) => notices.includes(notice)).map(({ fence_id }) => fence_id);
  return { entries: idsOf(['OUT', 'NONE']), exits: idsOf(['IN', 'NONE']) };
}

/** Reads these fences in batches, if they are still in the scope: their areas together may be many megabytes. */
export async function* readFenceBatches(db: Db, scope: Scope, ids: readonly number[]) {
  for (let from = 0; from < ids.length; from += READ_BATCH_SIZE) {
    yield await readFencesById(db, scope, ids.slice(from, from + READ_BATCH_SIZE));
  }
}

function readFencesById(db: Db, scope: Scope, ids: readonly number[]) {
  return fencesInScope(db, scope)
    .where('fence_id', 'in', ids)
    .selectAll()
    .orderBy('name')
    .orderBy('fence_id')
    .execute();
}

export type FenceRow = Awaited<ReturnType<typeof readFencesById>>[number];

/**
 * Creates all fences or none. Their areas must have been validated.
 *
 * @param now epoch milliseconds.
 * @throws NamedError `fence-limit`
 */
export async function insertFences(
  tx: Tx,
  accountId: number,
  forms: readonly FenceForm[],
  now: number,
): Promise<readonly number[]> {
  const rows = forms.map((form) => ({
    ...toColumns(form),
    account_id: accountId,
    created_at: new Date(now),
    shaped_at: new Date(now),
  }));
  await lockAccount(tx, accountId);
  const { count } = await tx
    .selectFrom('fence')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count + rows.length > LIMITS.fencesPerAccount) throw new NamedError('fence-limit');
  const ids: number[] = [];
  for (let from = 0; from < rows.length; from += INSERT_BATCH_SIZE) {
    const inserted = await tx
      .insertInto('fence')
      .values(rows.slice(from, from + INSERT_BATCH_SIZE))
      .returning('fence_id')
      .execute();
    ids.push(...inserted.map((row) => row.fence_id));
  }
  await requireVertexQuota(tx, accountId);
  return ids;
}

/**
 * Checks the limit after the change. The account must be locked.
 *
 * @throws NamedError `fence-limit`
 */
async function requireVertexQuota(tx: Tx, accountId: number): Promise<void> {
  const { corners } = await tx
    .selectFrom('fence')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.sum<number | null>('corners').as('corners'))
    .executeTakeFirstOrThrow();
  const max = LIMITS.fencePointsPerAccount;
  if (Number(corners) > max) throw new NamedError('fence-limit', { corners: max });
}

/**
 * Reads a fence and locks it until the transaction ends.
 *
 * @throws NamedError `fence-unknown` when there is no such fence in the scope
 */
export async function lockFence(tx: Tx, scope: Scope, fenceId: number): Promise<FenceRow> {
  const row = await fencesInScope(tx, scope)
    .where('fence_id', '=', fenceId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('fence-unknown');
  return row;
}

/**
 * The account must be locked.
 *
 * @param shapedAt when its area was changed; null: the area is the same.
 * @throws NamedError `fence-limit`
 */
export async function updateFence(
  tx: Tx,
  { account_id, fence_id }: Pick<FenceRow, 'account_id' | 'fence_id'>,
  form: FenceForm,
  shapedAt: number | null,
): Promise<void> {
  await tx
    .updateTable('fence')
    .set({ ...toColumns(form), ...(shapedAt !== null && { shaped_at: new Date(shapedAt) }) })
    .where('fence_id', '=', fence_id)
    .where('account_id', '=', account_id)
    .execute();
  if (shapedAt !== null) await requireVertexQuota(tx, account_id);
}

export async function removeFence(
  tx: Tx,
  { account_id, fence_id }: Pick<FenceRow, 'account_id' | 'fence_id'>,
): Promise<void> {
  await tx
    .deleteFrom('fence')
    .where('fence_id', '=', fence_id)
    .where('account_id', '=', account_id)
    .execute();
}

export function toFenceForm(row: FenceRow): FenceForm {
  return {
    fenceName: row.name,
    fenceType: row.type,
    fenceData: row.data,
    color: row.color,
    display: row.display,
    groupId: row.group_id,
    notice: row.notice,
    holdSeconds: row.hold_seconds,
    holdMetres: row.hold_metres,
    note: row.note,
  };
}

function toColumns(form: FenceForm) {
  return {
    group_id: form.groupId,
    name: form.fenceName,
    type: form.fenceType,
    data: JSON.stringify(form.fenceData),
    color: form.color,
    display: form.display,
    notice: form.notice,
    hold_seconds: form.holdSeconds,
    hold_metres: form.holdMetres,
    note: form.note,
  };
}

/** Moves the fences of a group to another one. Returns how many there were. */
export async function moveFences(
  tx: Tx,
  accountId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('fence')
    .set({ group_id: to })
    .where('group_id', '=', from)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Removes the fences of a group. Returns how many there were. */
export async function removeFencesOfGroup(tx: Tx, accountId: number, groupId: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('fence')
    .where('group_id', '=', groupId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
