import { useMemo } from 'react';
import { liveStore } from '../../live/live-store.ts';
import { useListVersions } from '../../parts/devices/use-sorted-trackers.ts';
import { useSession } from '../../service/session.ts';

/**
 * Devices that are not drawn: those that the person took off the map and, where he wants it so, those that are
 * offline. The one that is looked at is drawn even then.
 */
export function useUndrawnDevices(hidden: ReadonlySet<number>, selected: number | null): ReadonlySet<number> {
  const { hideOfflineDevice } = useSession();
  const { order, status } = useListVersions();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store tells by the versions that it holds something else
  return useMemo(() => {
    if (!hideOfflineDevice) return hidden;
    const offline = liveStore
      .getIds()
      .filter((id) => id !== selected && liveStore.getTracker(id)?.trackerStatusDto.status === 'OFFLINE');
    return new Set([...hidden, ...offline]);
  }, [hideOfflineDevice, hidden, selected, order, status]);
}
