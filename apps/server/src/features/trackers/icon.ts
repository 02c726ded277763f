import { NamedError } from '@wakeline/contract/errors';
import type { Tx } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import { storedPicture } from '../../files/stored-picture.ts';
import { trackerById } from '../../trackers/in-scope.ts';
import type { TrackerChange } from '../../trackers/write.ts';

/** Stored form of the uploaded icons that forms name, by their URLs. */
export type LockedIcons = ReadonlyMap<string, string>;

/** Finds the account's icons that forms name and locks them until the transaction ends, so that none is deleted meanwhile. */
export async function lockIcons(
  tx: Tx,
  files: Pick<Files, 'fileIdOfAddress'>,
  accountId: number,
  forms: readonly Pick<TrackerChange, 'iconDto'>[],
): Promise<LockedIcons> {
  const urlByFile = new Map<string, string>();
  for (const { iconDto } of forms) {
    const fileId = iconDto?.iconType === 'CUSTOM' ? files.fileIdOfAddress(iconDto.iconUrl) : null;
    if (iconDto !== undefined && fileId !== null) urlByFile.set(fileId, iconDto.iconUrl);
  }
  if (urlByFile.size === 0) return new Map();
  const rows = await tx
    .selectFrom('tracker_icon')
    .select('file_id')
    .where('account_id', '=', accountId)
    .where('file_id', 'in', [...urlByFile.keys()])
    .forShare()
    .execute();
  return new Map(rows.map(({ file_id }) => [urlByFile.get(file_id) ?? '', storedPicture(file_id)]));
}

/** The form with its uploaded icon in the stored form; null when it names an icon that the account does not have. */
export function withStoredIcon<Form extends Pick<TrackerChange, 'iconDto'>>(
  icons: LockedIcons,
  form: Form,
): Form | null {
  const { iconDto } = form;
  if (iconDto?.iconType !== 'CUSTOM') return form;
  const iconUrl = icons.get(iconDto.iconUrl);
  return iconUrl === undefined ? null : { ...form, iconDto: { ...iconDto, iconUrl } };
}

/** The same for the form of one new or existing tracker. @throws NamedError `icon-unknown` */
export async function resolveIcon<
  Form extends Pick<TrackerChange, 'iconDto'> & { readonly trackerId?: number },
>(tx: Tx, files: Pick<Files, 'fileIdOfAddress'>, accountId: number, form: Form): Promise<Form> {
  const stored = withStoredIcon(await lockIcons(tx, files, accountId, [form]), form);
  if (stored !== null) return stored;
  if (await hasIcon(tx, accountId, form)) return form;
  throw new NamedError('icon-unknown');
}

/** Whether the tracker already has this icon. Older trackers may have any URL, which stays valid in a change. */
async function hasIcon(
  tx: Tx,
  accountId: number,
  { trackerId, iconDto }: Pick<TrackerChange, 'iconDto'> & { readonly trackerId?: number },
): Promise<boolean> {
  if (trackerId === undefined || iconDto === undefined) return false;
  const row = await trackerById(tx, trackerId)
    .select('tracker_id')
    .where('account_id', '=', accountId)
    .where('icon_type', '=', iconDto.iconType)
    .where('icon_url', '=', iconDto.iconUrl)
    .executeTakeFirst();
  return row !== undefined;
}
