import type { DeviceEvent } from '@wakeline/contract/trackers/events';
import { eventKeyOf, type TrackerEvent } from '@wakeline/domain/events/tracker-event';

/**
 * An event as the contract has it.
 *
 * @param seesGroup whether the reader sees a group. As in notices, the name of a fence outside of the reader's groups is
 * hidden.
 */
export function presentEvent(event: TrackerEvent, seesGroup: (groupId: number) => boolean): DeviceEvent {
  const { latitude, longitude } = event;
  const fence = 'fence' in event ? event.fence : null;
  const seesName = fence !== null && (fence.groupId === null || seesGroup(fence.groupId));
  return {
    ...eventKeyOf(event),
    location: latitude === null || longitude === null ? null : { latitude, longitude },
    since: 'since' in event ? event.since : null,
    msgType: 'noticeType' in event ? event.noticeType : null,
    fenceId: fence?.fenceId ?? null,
    fenceName: seesName ? fence.fenceName : null,
    metres: 'metres' in event ? event.metres : null,
    electricity: event.kind === 'battery-low' ? event.battery : null,
  };
}
