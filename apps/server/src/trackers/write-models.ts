import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { GENERIC_ICON } from '@wakeline/domain/devices/device-icon';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { lockAccount } from '../db/lock-account.ts';
import { sendEvent } from '../db/notify.ts';
import { MODEL_COLUMNS } from './read-models.ts';
import { notifyTrackersChanged } from './write.ts';

/** Columns of a change; undefined ones stay unchanged. */
export interface ModelColumns {
  readonly name?: string;
  readonly vendor?: string;
  readonly protocol?: string | null;
  readonly icon_url?: string;
  readonly icon_type?: 'STANDARD' | 'CUSTOM';
  readonly power?: string | null;
  readonly based_on?: string | null;
  /** JSON. */
  readonly texts?: string;
}

/**
 * Adds a model to an account.
 *
 * @throws NamedError `model-limit`; a unique violation if the name is taken.
 */
export async function insertModel(
  tx: Tx,
  accountId: number,
  columns: ModelColumns & { readonly name: string },
): Promise<number> {
  await lockAccount(tx, accountId);
  const { count } = await tx
    .selectFrom('tracker_model')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.modelsPerAccount) throw new NamedError('model-limit');
  const { model_id } = await tx
    .insertInto('tracker_model')
    .values({ account_id: accountId, ...columns })
    .returning('model_id')
    .executeTakeFirstOrThrow();
  await notifyModelChanged(tx, accountId, columns.name);
  return model_id;
}

/** Locks an own model until the transaction ends. @throws NamedError `model-unknown` */
export async function lockModel(tx: Tx, accountId: number, modelId: number) {
  const row = await tx
    .selectFrom('tracker_model')
    .select(MODEL_COLUMNS)
    .where('model_id', '=', modelId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('model-unknown');
  return row;
}

/**
 * Changes a locked model. A new name is entered in its trackers.
 *
 * @returns how many trackers were renamed
 * @throws a unique violation if the name is taken.
 */
export async function updateModel(
  tx: Tx,
  accountId: number,
  { modelId, formerName, columns }: ModelChange,
): Promise<number> {
  const row = await tx
    .updateTable('tracker_model')
    .set((set) => ({ name: set.ref('name'), ...columns }))
    .where('model_id', '=', modelId)
    .returning('name')
    .executeTakeFirstOrThrow();
  const renamed = row.name === formerName ? [] : await renameInTrackers(tx, accountId, formerName, row.name);
  await notifyModelChanged(tx, accountId, row.name);
  return renamed.length;
}

interface ModelChange {
  readonly modelId: number;
  readonly formerName: string;
  readonly columns: ModelColumns;
}

/** Deletes a locked model. Its trackers keep its name. Returns their number. */
export async function deleteModel(
  tx: Tx,
  accountId: number,
  { modelId, name }: { readonly modelId: number; readonly name: string },
): Promise<number> {
  await tx.deleteFrom('tracker_model').where('model_id', '=', modelId).execute();
  return notifyModelChanged(tx, accountId, name);
}

/** Replaces an uploaded icon by the generic one in the models that have it. */
export async function replaceModelIcon(tx: Tx, accountId: number, iconUrl: string): Promise<void> {
  await tx
    .updateTable('tracker_model')
    .set({ icon_url: GENERIC_ICON, icon_type: 'STANDARD' })
    .where('account_id', '=', accountId)
    .where('icon_type', '=', 'CUSTOM')
    .where('icon_url', '=', iconUrl)
    .execute();
}

function renameInTrackers(tx: Tx, accountId: number, from: string, to: string) {
  return tx
    .updateTable('tracker')
    .set({ model: to })
    .where('account_id', '=', accountId)
    .where(sql<boolean>`lower(model) = lower(${from})`)
    .returning('tracker_id')
    .execute();
}

/** Consoles reload the models. The engine reloads the trackers of this model, whose frames may have another meaning now. */
async function notifyModelChanged(tx: Tx, accountId: number, modelName: string): Promise<number> {
  await sendEvent(tx, { type: 'changed', what: 'models', accountId, userId: null });
  const trackers = await tx
    .selectFrom('tracker')
    .select('tracker_id')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`lower(model) = lower(${modelName})`)
    .execute();
  await notifyTrackersChanged(tx, accountId, trackers);
  return trackers.length;
}
