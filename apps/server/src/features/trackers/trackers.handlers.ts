import { NamedError } from '@wakeline/contract/errors';
import type { Db } from '../../db/database.ts';
import type { Caller } from '../../http/caller.ts';
import type { Handlers } from '../../http/handler.ts';
import { eraseTrack } from '../../positions/delete-track.ts';
import { addBatch } from './batch.ts';
import { ownerOf, presentTracker } from './present.ts';
import { readTrackers } from './read.ts';
import { mayAddTrackers, mayPlaceTracker, mayReadTracker, mayReadUnregistered } from './trackers.policy.ts';
import { deleteTracker, groupsSeen, insertTrackers, roomFor, updateTracker } from './write.ts';

type TrackerOperation =
  | 'queryAllTrackers'
  | 'queryTrackerById'
  | 'addTracker'
  | 'batchAddTrackers'
  | 'editTracker'
  | 'removeTracker'
  | 'queryUnregisteredDevices';

/**
 * Reading, registering, changing and removing trackers. Each query names the caller's account and the groups that he
 * sees: any other tracker is not there.
 */
export function trackerHandlers(db: Db): Pick<Handlers, TrackerOperation> {
  async function requirePlace(caller: Caller, groupId: number | null): Promise<void> {
    if (!mayPlaceTracker(caller, groupId)) throw new NamedError('group-unknown');
    if (groupId === null) return;
    const groups = await groupsSeen(db, caller, [groupId]);
    if (!groups.has(groupId)) throw new NamedError('group-unknown');
  }

  return {
    async queryAllTrackers(_payload, caller, { now }) {
      const rows = await readTrackers(db, caller, null);
      const list = rows
        .filter((row) => mayReadTracker(caller, ownerOf(row)))
        .map((row) => presentTracker(row, caller, now));
      return { list, total: list.length, abilities: { add: mayAddTrackers(caller) } };
    },

    async queryTrackerById({ trackerId }, caller, { now }) {
      const [row] = await readTrackers(db, caller, [trackerId]);
      if (row === undefined || !mayReadTracker(caller, ownerOf(row))) {
        throw new NamedError('tracker-unknown');
      }
      return presentTracker(row, caller, now);
    },

    async addTracker({ uid: _, ...form }, caller) {
      const { accountId } = caller;
      await requirePlace(caller, form.groupId ?? null);
      if ((await roomFor(db, accountId)) === 0) throw new NamedError('tracker-limit');
      const added = await db.transaction().execute((tx) => insertTrackers(tx, accountId, [form]));
      const trackerId = added.get(form.imei);
      if (trackerId === undefined) throw new NamedError('imei-taken');
      return { trackerId };
    },

    async batchAddTrackers({ trackers }, caller, { language }) {
      return addBatch(db, caller, trackers, language);
    },

    async editTracker({ uid: _, trackerId, ...change }, caller) {
      if (change.groupId !== undefined) await requirePlace(caller, change.groupId);
      await db.transaction().execute((tx) => updateTracker(tx, caller, trackerId, change));
      return {};
    },

    async removeTracker({ trackerId }, caller) {
      await db.transaction().execute((tx) => deleteTracker(tx, caller, trackerId));
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
