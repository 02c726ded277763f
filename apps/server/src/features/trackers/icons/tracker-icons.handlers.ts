import { readFile } from 'node:fs/promises';
import { NamedError } from '@wakeline/contract/errors';
import { ICON_NAMES } from '@wakeline/domain/devices/device-icon';
import { recordAudit } from '../../../audit/record.ts';
import type { Db } from '../../../db/database.ts';
import type { Files } from '../../../files/files.ts';
import { readPicture } from '../../../files/picture.ts';
import type { Handlers } from '../../../http/handler.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import { ICON_FORM } from './icon-form.ts';
import { canAddIcons, canRemoveIcons } from './tracker-icons.policy.ts';
import { insertIcon, readIcons, removeIcon, requireIconQuota } from './tracker-icons.queries.ts';

type IconOperation = 'queryAllTrackerIcons' | 'addTrackerIcon' | 'deleteTrackerIcon';

/** Icons of devices: the built-in ones and those that the account uploaded. */
export function trackerIconHandlers({
  db,
  files,
}: {
  readonly db: Db;
  readonly files: Files;
}): Pick<Handlers, IconOperation> {
  return {
    async queryAllTrackerIcons(_payload, caller) {
      const uploaded = await readIcons(db, caller.accountId);
      const remove = canRemoveIcons(caller);
      const list = [
        ...ICON_NAMES.map((name) => ({
          iconId: null,
          iconName: name,
          iconUrl: name,
          iconType: 'STANDARD' as const,
          abilities: { remove: false },
        })),
        ...uploaded.map(({ icon_id, name, file_id }) => ({
          iconId: icon_id,
          iconName: name,
          iconUrl: files.addressOf(file_id),
          iconType: 'CUSTOM' as const,
          abilities: { remove },
        })),
      ];
      return { list, total: list.length, abilities: { add: canAddIcons(caller) } };
    },

    async addTrackerIcon({ iconName, picture }, caller, call) {
      const { accountId } = caller;
      const bytes = await readFile(picture.path);
      const { content, mediaType } = await readPicture(bytes, ICON_FORM);
      const written = await files.write(content);
      const { fileId } = written;
      try {
        const iconId = await transactionAs(db, caller, call, async (tx) => {
          await requireIconQuota(tx, accountId);
          await files.record(tx, written, {
            accountId,
            kind: 'picture',
            userId: null,
            mediaType,
            name: 'trackerIcon',
            expiresAt: null,
          });
          const id = await insertIcon(tx, { accountId, name: iconName, fileId });
          await recordAudit(tx, caller, call, {
            action: 'addTrackerIcon',
            target: iconName,
            after: { iconName },
          });
          return id;
        });
        return { iconId, iconUrl: files.addressOf(fileId) };
      } catch (error) {
        await files.discard([fileId]);
        throw error;
      }
    },

    async deleteTrackerIcon({ iconId }, caller, call) {
      if (!canRemoveIcons(caller)) throw new NamedError('not-allowed');
      const { fileId } = await transactionAs(db, caller, call, async (tx) => {
        const { fileId, ...before } = await removeIcon(tx, caller.accountId, iconId);
        await recordAudit(tx, caller, call, {
          action: 'deleteTrackerIcon',
          target: before.iconName,
          before,
        });
        return { fileId };
      });
      await files.discard([fileId]);
      return {};
    },
  };
}
