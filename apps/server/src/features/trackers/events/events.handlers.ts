import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { EventHistory } from '../../../events/event-archive.ts';
import { presentEvent } from '../../../events/present-event.ts';
import { readEvents } from '../../../events/read.ts';
import type { Handlers } from '../../../http/handler.ts';
import { canSeeGroup } from '../../../identity/scope.ts';
import { trackersInScope } from '../../../trackers/in-scope.ts';

const DAY = 86_400_000;

/** The event history of a device. */
export function eventHandlers(history: EventHistory): Pick<Handlers, 'queryDeviceEvents'> {
  return {
    async queryDeviceEvents({ trackerId, startTime, endTime, kinds, before, pageSize }, caller, { now }) {
      if (startTime >= endTime) throw new NamedError('time-order');
      if (endTime - startTime > LIMITS.eventDays * DAY)
        throw new NamedError('span-too-long', { days: LIMITS.eventDays });
      const tracker = await trackersInScope(history.db, caller)
        .where('tracker_id', '=', trackerId)
        .select('tracker_id')
        .executeTakeFirst();
      if (tracker === undefined) throw new NamedError('tracker-unknown');
      const { accountId } = caller;
      const window = { trackerId, accountId, from: startTime, to: endTime, now, kinds, before };
      const { events, next } = await readEvents(history, { ...window, limit: pageSize });
      return {
        list: events.map((event) => presentEvent(event, (groupId) => canSeeGroup(caller, groupId))),
        next,
      };
    },
  };
}
