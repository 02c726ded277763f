import { NamedError } from '@wakeline/contract/errors';
import type { Db } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Handlers } from '../../http/handler.ts';
import {
  checkEntries,
  clearTrackersIn,
  groupsOfTrackers,
  holdUser,
  readShownGroups,
  readShownTrackers,
  saveGroups,
  saveTrackers,
} from './display.queries.ts';
import { displayOf, setGroups, withBelow } from './nearest.ts';

/** What a user shows and hides on his own maps: by tracker, and by group with all that is in and below it. */
export function displayHandlers(db: Db): Pick<Handlers, 'queryGroupShow' | 'editGroupShow'> {
  return {
    async queryGroupShow(_payload, caller) {
      const [{ entries }, trackers] = await Promise.all([
        readShownGroups(db, caller),
        readShownTrackers(db, caller),
      ]);
      return {
        groups: [...entries].map(([groupId, display]) => ({ groupId, display })),
        trackers: trackers.map(({ tracker_id, display }) => ({ trackerId: tracker_id, display })),
      };
    },

    async editGroupShow({ groupIds, trackerIds, display }, caller) {
      await db.transaction().execute(async (tx) => {
        await holdUser(tx, caller.userId);
        const before = await readShownGroups(tx, caller);
        const seen = (id: number | null) => (id === null ? caller.groupIds === null : before.parents.has(id));
        if (!groupIds.every(seen)) throw new NamedError('group-unknown');
        const after = setGroups(before, groupIds, display);
        if (groupIds.length > 0) {
          await clearTrackersIn(tx, caller, withBelow(before, groupIds));
          await saveGroups(tx, caller, { before, after });
        }
        if (trackerIds.length > 0) {
          const groups = await groupsOfTrackers(tx, caller, trackerIds);
          const same = (id: number) => displayOf(after, groups.get(id) ?? null) === display;
          await saveTrackers(tx, caller, {
            plain: [...groups.keys()].filter(same),
            special: [...groups.keys()].filter((id) => !same(id)),
            display,
          });
        }
        await checkEntries(tx, caller);
        const { accountId, userId } = caller;
        await sendEvent(tx, { type: 'changed', what: 'display', accountId, userId });
      });
      return {};
    },
  };
}
