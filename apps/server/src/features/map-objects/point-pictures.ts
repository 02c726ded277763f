import type { LabelPoint, LabelPointForm } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import { fileIdOf, storedPicture, toPictureUrl } from '../../files/stored-picture.ts';

/** Name of a drawn icon. Which there are is the console's: one that it does not know it draws as a flag. */
const ICON_NAME = /^[a-z][a-z0-9-]{0,31}$/;

type Pictures = Pick<LabelPointForm, 'iconUrl' | 'images'>;

/**
 * A point's pictures as they are stored. They stay until the transaction ends.
 *
 * @throws NamedError `picture-unknown` for one that is not the account's, or no more
 */
export async function storePictures(
  tx: Tx,
  files: Files,
  accountId: number,
  { iconUrl, images }: Pictures,
): Promise<{ iconUrl: string; images: string[] }> {
  async function toStored(address: string): Promise<string> {
    const fileId = files.fileIdOfAddress(address);
    if (fileId === null || !(await files.lockPicture(tx, accountId, fileId)))
      throw new NamedError('picture-unknown');
    return storedPicture(fileId);
  }
  const storedImages: string[] = [];
  for (const image of images) storedImages.push(await toStored(image));
  return { iconUrl: ICON_NAME.test(iconUrl) ? iconUrl : await toStored(iconUrl), images: storedImages };
}

/** The same as answers carry them. */
export function toPictureUrls(
  { iconUrl, images }: Pictures,
  addressOf: Files['addressOf'],
): Pick<LabelPoint, 'iconUrl' | 'images'> {
  return {
    iconUrl: toPictureUrl(iconUrl, addressOf),
    images: images.map((image) => toPictureUrl(image, addressOf)),
  };
}

/** Which of these pictures a labelled point shows: the others need not be kept. */
export async function picturesOfPoints(tx: Tx, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ picture: string }>`
    select picture from label_point, unnest(images || icon_url) picture
    where picture = any(${fileIds.map(storedPicture)}::text[])`.execute(tx);
  return new Set(rows.map(({ picture }) => fileIdOf(picture)).filter((fileId) => fileId !== null));
}

/** How many pictures the account's points show, each counted once. */
export async function countUsedPictures(db: Db, accountId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct picture)::int as count from label_point, unnest(images || icon_url) picture
    where account_id = ${accountId} and picture like ${`${storedPicture('')}%`}`.execute(db);
  return rows[0]?.count ?? 0;
}
