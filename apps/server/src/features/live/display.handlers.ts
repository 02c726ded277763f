import { NamedError } from '@wakeline/contract/errors';
import type { Db } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Handlers } from '../../http/handler.ts';
import {
  checkEntries,
  clearTrackerDisplay,
  groupsOfTrackers,
  lockUser,
  readGroupDisplay,
  readTrackerDisplay,
  saveGroupDisplay,
  saveTrackerDisplay,
} from './display.queries.ts';
import { displayOf, setGroupDisplay, withDescendants } from './group-display.ts';

/** What users show and hide on their own maps: single trackers, and groups with all their descendants. */
export function displayHandlers(db: Db): Pick<Handlers, 'queryGroupShow' | 'editGroupShow'> {
  return {
    async queryGroupShow(_payload, caller) {
      const [{ entries }, trackers] = await Promise.all([
        readGroupDisplay(db, caller),
        readTrackerDisplay(db, caller),
      ]);
      return {
        groups: [...entries].map(([groupId, display]) => ({ groupId, display })),
        trackers: trackers.map(({ tracker_id, display }) => ({ trackerId: tracker_id, display })),
      };
    },

    async editGroupShow({ groupIds, trackerIds, display }, caller) {
      await db.transaction().execute(async (tx) => {
        await lockUser(tx, caller.userId);
        const before = await readGroupDisplay(tx, caller);
        const isVisible = (id: number | null) =>
          id === null ? caller.groupIds === null : before.parents.has(id);
        if (!groupIds.every(isVisible)) throw new NamedError('group-unknown');
        const after = setGroupDisplay(before, groupIds, display);
        if (groupIds.length > 0) {
          await clearTrackerDisplay(tx, caller, withDescendants(before, groupIds));
          await saveGroupDisplay(tx, caller, { before, after });
        }
        if (trackerIds.length > 0) {
          const groups = await groupsOfTrackers(tx, caller, trackerIds);
          const isInherited = (id: number) => displayOf(after, groups.get(id) ?? null) === display;
          await saveTrackerDisplay(tx, caller, {
            inherited: [...groups.keys()].filter(isInherited),
            overridden: [...groups.keys()].filter((id) => !isInherited(id)),
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
