import type { Display, LabelPointForm } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Db, Tx } from '../../db/database.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { objectsInScope } from '../../identity/object-scope.ts';
import type { Scope } from '../../identity/scope.ts';

/** Rows per statement: each takes a dozen of the 65,535 parameters. */
const BATCH_SIZE = 1_000;

/** Labelled points in a scope, ordered by name. */
export function readLabelPoints(
  db: Db,
  scope: Scope,
  { display }: { readonly display?: Display | undefined } = {},
) {
  return db
    .selectFrom('label_point')
    .where('account_id', '=', scope.accountId)
    .where(objectsInScope(scope, 'label_point.group_id'))
    .$if(display !== undefined, (query) => query.where('display', '=', display as Display))
    .selectAll()
    .orderBy('name')
    .orderBy('label_point_id')
    .execute();
}

export type LabelPointRow = Awaited<ReturnType<typeof readLabelPoints>>[number];

/**
 * Inserts labelled points, all of them or none. Their pictures are given in the stored form.
 *
 * @param now epoch milliseconds.
 * @throws NamedError `label-point-limit`
 */
export async function insertLabelPoints(
  tx: Tx,
  accountId: number,
  forms: readonly LabelPointForm[],
  now: number,
): Promise<readonly number[]> {
  await lockAccount(tx, accountId);
  const { count } = await tx
    .selectFrom('label_point')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count + forms.length > LIMITS.labelPointsPerAccount) throw new NamedError('label-point-limit');
  const ids: number[] = [];
  for (let from = 0; from < forms.length; from += BATCH_SIZE) {
    const insertedRows = await tx
      .insertInto('label_point')
      .values(
        forms
          .slice(from, from + BATCH_SIZE)
          .map((form) => ({ ...columnsOf(form), account_id: accountId, created_at: new Date(now) })),
      )
      .returning('label_point_id')
      .execute();
    ids.push(...insertedRows.map((row) => row.label_point_id));
  }
  return ids;
}

/**
 * Reads a labelled point and locks its row until the transaction ends.
 *
 * @throws NamedError `label-point-unknown` when there is no such point in the scope
 */
export async function lockLabelPoint(tx: Tx, scope: Scope, labelPointId: number): Promise<LabelPointRow> {
  const row = await tx
    .selectFrom('label_point')
    .where('label_point_id', '=', labelPointId)
    .where('account_id', '=', scope.accountId)
    .where(objectsInScope(scope, 'label_point.group_id'))
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('label-point-unknown');
  return row;
}

type Key = Pick<LabelPointRow, 'account_id' | 'label_point_id'>;

export async function updateLabelPoint(tx: Tx, key: Key, form: LabelPointForm): Promise<void> {
  await tx
    .updateTable('label_point')
    .set(columnsOf(form))
    .where('label_point_id', '=', key.label_point_id)
    .where('account_id', '=', key.account_id)
    .execute();
}

export async function removeLabelPoint(tx: Tx, key: Key): Promise<void> {
  await tx
    .deleteFrom('label_point')
    .where('label_point_id', '=', key.label_point_id)
    .where('account_id', '=', key.account_id)
    .execute();
}

/** Pictures are in the stored form. */
export function labelPointFormOf(row: LabelPointRow): LabelPointForm {
  return {
    placeName: row.name,
    latitude: row.latitude,
    longitude: row.longitude,
    iconUrl: row.icon_url,
    color: row.color,
    display: row.display,
    groupId: row.group_id,
    note: row.note,
    images: row.images,
  };
}

function columnsOf(form: LabelPointForm) {
  return {
    group_id: form.groupId,
    name: form.placeName,
    latitude: form.latitude,
    longitude: form.longitude,
    icon_url: form.iconUrl,
    color: form.color,
    display: form.display,
    note: form.note,
    images: form.images,
  };
}
