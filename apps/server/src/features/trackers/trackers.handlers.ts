import { NamedError } from '@wakeline/contract/errors';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { eraseTrack } from '../../positions/delete-track.ts';
import { addBatch } from './batch.ts';
import { presentTracker } from './present.ts';
import { readTrackers } from './read.ts';
import { mayAddTrackers, mayReadTracker, mayReadUnregistered } from './trackers.policy.ts';
import { deleteTracker, insertTrackers, ownGroups, roomFor, updateTracker } from './write.ts';

type TrackerOperation =
  | 'queryAllTrackers'
  | 'queryTrackerById'
  | 'addTracker'
  | 'batchAddTrackers'
  | 'editTracker'
  | 'removeTracker'
  | 'queryUnregisteredDevices';

/** Reading, registering, changing and removing trackers. Each query names the caller's account: others' are not there. */
export function trackerHandlers(db: Db): Pick<Handlers, TrackerOperation> {
  async function requireOwnGroup(accountId: number, groupId: number | null | undefined): Promise<void> {
    if (typeof groupId !== 'number') return;
    const groups = await ownGroups(db, accountId, [groupId]);
    if (!groups.has(groupId)) throw new NamedError('group-unknown');
  }

  return {
    async queryAllTrackers(_payload, caller, { now }) {
      const rows = await readTrackers(db, caller.accountId, null);
      const list = rows
        .filter((row) => mayReadTracker(caller, { accountId: row.account_id }))
        .map((row) => presentTracker(row, caller, now));
      return { list, total: list.length, abilities: { add: mayAddTrackers(caller) } };
    },

    async queryTrackerById({ trackerId }, caller, { now }) {
      const [row] = await readTrackers(db, caller.accountId, [trackerId]);
      if (row === undefined || !mayReadTracker(caller, { accountId: row.account_id })) {
        throw new NamedError('tracker-unknown');
      }
      return presentTracker(row, caller, now);
    },

    async addTracker({ uid: _, ...form }, { accountId }) {
      await requireOwnGroup(accountId, form.groupId);
      if ((await roomFor(db, accountId)) === 0) throw new NamedError('tracker-limit');
      const added = await db.transaction().execute((tx) => insertTrackers(tx, accountId, [form]));
      const trackerId = added.get(form.imei);
      if (trackerId === undefined) throw new NamedError('imei-taken');
      return { trackerId };
    },

    async batchAddTrackers({ trackers }, { accountId }, { language }) {
      return addBatch(db, accountId, trackers, language);
    },

    async editTracker({ uid: _, trackerId, ...change }, { accountId }) {
      await requireOwnGroup(accountId, change.groupId);
      await db.transaction().execute((tx) => updateTracker(tx, accountId, trackerId, change));
      return {};
    },

    async removeTracker({ trackerId }, { accountId }) {
      await db.transaction().execute((tx) => deleteTracker(tx, accountId, trackerId));
      await eraseTrack(db, trackerId);
      return {};
    },

    async queryUnregisteredDevices(_payload, caller) {
      if (!mayReadUnregistered(caller)) throw new NamedError('not-allowed');
      const rows = await db
        .selectFrom('unregistered_device')
        .selectAll()
        .orderBy('last_time', 'desc')
        .execute();
      const list = rows.map((row) => ({
        imei: row.imei,
        protocol: row.protocol,
        firstTime: row.first_time.getTime(),
        lastTime: row.last_time.getTime(),
        address: row.address,
        count: row.count,
      }));
      return { list, total: list.length };
    },
  };
}
