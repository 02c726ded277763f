import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import type { Db } from '../../../db/database.ts';
import type { Files } from '../../../files/files.ts';
import type { Handlers } from '../../../http/handler.ts';
import { readDevicePage } from '../../../trackers/device-page.ts';
import { ownerOf, presentTracker } from '../present.ts';
import { canAddTrackers, canReadTracker, canTransferTrackers } from '../trackers.policy.ts';
import { hasTransferAccounts } from '../transfer/transfer-accounts.ts';

export interface DeviceTableDependencies {
  readonly db: Db;
  readonly files: Pick<Files, 'addressOf'>;
}

/** The device table: a page of it. */
export function deviceTableHandlers({
  db,
  files: { addressOf },
}: DeviceTableDependencies): Pick<Handlers, 'queryDeviceDtosByPage'> {
  return {
    async queryDeviceDtosByPage({ uid: _, deviceFilter, ...page }, caller, { now }) {
      const { rows, total } = await readDevicePage(db, caller, { ...page, filter: deviceFilter, now });
      const list = rows
        .filter((row) => canReadTracker(caller, ownerOf(row)))
        .map((row) => ({
          ...presentTracker(row, caller, { now, addressOf }),
          groupName: row.group_name ?? '',
          protocol: PROTOCOL_NAMES.find((name) => name === row.protocol) ?? null,
          createdTime: row.created_at.getTime(),
        }));
      const transfer = canTransferTrackers(caller) && (await hasTransferAccounts(db, caller));
      return { list, total, abilities: { add: canAddTrackers(caller), transfer } };
    },
  };
}
