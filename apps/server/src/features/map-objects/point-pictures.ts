import type { LabelPoint, LabelPointForm } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import { fileIdOf, storedPicture, toPictureUrl } from '../../files/stored-picture.ts';

/** Name of a built-in icon. The console defines the set, and draws unknown names as a flag. */
const ICON_NAME = /^[a-z][a-z0-9-]{0,31}$/;

type Pictures = Pick<LabelPointForm, 'iconUrl' | 'images'>;

/**
 * Converts a point's pictures to the stored form and locks them until the transaction ends.
 *
 * @throws NamedError `picture-unknown` when the account does not have such a picture
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

/** Converts stored pictures to the URLs of responses. */
export function toPictureUrls(
  { iconUrl, images }: Pictures,
  addressOf: Files['addressOf'],
): Pick<LabelPoint, 'iconUrl' | 'images'> {
  return {
    iconUrl: toPictureUrl(iconUrl, addressOf),
    images: images.map((image) => toPictureUrl(image, addressOf)),
  };
}

/** Returns the pictures that labelled points use; the clean-up may delete the others. */
export async function picturesOfPoints(tx: Tx, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ picture: string }>`
    select picture from label_point, unnest(images || icon_url) picture
    where picture = any(${fileIds.map(storedPicture)}::text[])`.execute(tx);
  return new Set(rows.map(({ picture }) => fileIdOf(picture)).filter((fileId) => fileId !== null));
}

/** Number of distinct pictures that the account's points use. */
export async function countUsedPictures(db: Db, accountId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct picture)::int as count from label_point, unnest(images || icon_url) picture
    where account_id = ${accountId} and picture like ${`${storedPicture('')}%`}`.execute(db);
  return rows[0]?.count ?? 0;
}
