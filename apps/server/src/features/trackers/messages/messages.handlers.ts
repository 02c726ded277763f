import { NamedError } from '@wakeline/contract/errors';
import type { DeviceMessages } from '@wakeline/contract/trackers/messages';
import { isExpired } from '@wakeline/domain/devices/validity';
import type { Db } from '../../../db/database.ts';
import type { Handlers } from '../../../http/handler.ts';
import { trackersInScope } from '../../../trackers/in-scope.ts';

/** Reads what is kept of a tracker where its device is received; null: no such process responded. */
export type ReadMessages = (trackerId: number) => Promise<DeviceMessages | null>;

const NOT_RECORDED: DeviceMessages = { recordedSince: null, connection: null, hiddenSince: null, list: [] };

/** Shows the connection and the last messages of a device. */
export function messageHandlers(db: Db, readMessages: ReadMessages): Pick<Handlers, 'loadGPSTrackerMsg'> {
  return {
    async loadGPSTrackerMsg({ trackerId }, caller, { now }) {
      const tracker = await trackersInScope(db, caller)
        .where('tracker_id', '=', trackerId)
        .select('valid_until')
        .executeTakeFirst();
      if (tracker === undefined) throw new NamedError('tracker-unknown');
      const recorded = (await readMessages(trackerId)) ?? NOT_RECORDED;
      const validUntil = tracker.valid_until?.getTime() ?? null;
      if (validUntil === null || !isExpired(validUntil, now)) return recorded;
      // They contain positions, of which nothing is shown after the validity.
      return {
        ...recorded,
        hiddenSince: validUntil,
        list: recorded.list.filter(({ time }) => time < validUntil),
      };
    },
  };
}
