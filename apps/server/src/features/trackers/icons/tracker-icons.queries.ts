import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Db, Tx } from '../../../db/database.ts';
import { lockAccount } from '../../../db/lock-account.ts';
import { sendEvent } from '../../../db/notify.ts';
import { storedPicture } from '../../../files/stored-picture.ts';
import { replaceIcon } from '../../../trackers/write.ts';
import { replaceModelIcon } from '../../../trackers/write-models.ts';

/** Uploaded icons of an account, ordered by name. */
export function readIcons(db: Db, accountId: number) {
  return db
    .selectFrom('tracker_icon')
    .select(['icon_id', 'name', 'file_id'])
    .where('account_id', '=', accountId)
    .orderBy('name')
    .orderBy('icon_id')
    .execute();
}

/** Counts which of these files are icons of the account, and locks them until the transaction ends. */
export async function countIcons(tx: Tx, accountId: number, fileIds: readonly string[]): Promise<number> {
  const rows = await tx
    .selectFrom('tracker_icon')
    .select('icon_id')
    .where('account_id', '=', accountId)
    .where('file_id', 'in', fileIds)
    .forShare()
    .execute();
  return rows.length;
}

export async function insertIcon(
  tx: Tx,
  { accountId, name, fileId }: { readonly accountId: number; readonly name: string; readonly fileId: string },
): Promise<number> {
  const { icon_id } = await tx
    .insertInto('tracker_icon')
    .values({ account_id: accountId, name, file_id: fileId })
    .returning('icon_id')
    .executeTakeFirstOrThrow();
  await sendEvent(tx, { type: 'changed', what: 'icons', accountId, userId: null });
  return icon_id;
}

/** Locks the account until the transaction ends. @throws NamedError `icon-limit` */
export async function requireIconQuota(tx: Tx, accountId: number): Promise<void> {
  await lockAccount(tx, accountId);
  const { count } = await tx
    .selectFrom('tracker_icon')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.iconsPerAccount) throw new NamedError('icon-limit');
}

/**
 * Deletes an icon with its file; its trackers and models get the generic icon. Returns the deleted icon.
 *
 * @throws NamedError `icon-unknown`
 */
export async function removeIcon(
  tx: Tx,
  accountId: number,
  iconId: number,
): Promise<{ readonly iconName: string; readonly fileId: string; readonly trackers: number }> {
  // Locked first: a concurrent assignment to a tracker either finished before or finds the icon deleted.
  const icon = await tx
    .selectFrom('tracker_icon')
    .select(['name', 'file_id'])
    .where('icon_id', '=', iconId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (icon === undefined) throw new NamedError('icon-unknown');
  const trackers = await replaceIcon(tx, accountId, storedPicture(icon.file_id));
  await replaceModelIcon(tx, accountId, storedPicture(icon.file_id));
  // The foreign key deletes the icon together with its file.
  await tx.deleteFrom('stored_file').where('file_id', '=', icon.file_id).execute();
  await sendEvent(tx, { type: 'changed', what: 'icons', accountId, userId: null });
  return { iconName: icon.name, fileId: icon.file_id, trackers };
}

/** Returns the pictures that icons use; the clean-up may delete the others. */
export async function picturesOfIcons(tx: Tx, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (fileIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('tracker_icon')
    .select('file_id')
    .where('file_id', 'in', fileIds)
    .execute();
  return new Set(rows.map((row) => row.file_id));
}
