import { useMemo } from 'react';
import { liveStore } from '../../live/live-store.ts';
import { useListVersions } from '../../parts/devices/use-sorted-trackers.ts';
import { useSession } from '../../service/session.ts';

/**
 * Devices that are not drawn: hidden by the user, or offline if the user hides those. The selected device is drawn even
 * then.
 */
export function useUndrawnDevices(hidden: ReadonlySet<number>, selected: number | null): ReadonlySet<number> {
  const { hideOfflineDevice } = useSession();
  const { order, status } = useListVersions();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the versions show that the store has changed
  return useMemo(() => {
    if (!hideOfflineDevice) return hidden;
    const offline = liveStore
      .getIds()
      .filter((id) => id !== selected && liveStore.getStatus(id) === 'OFFLINE');
    return new Set([...hidden, ...offline]);
  }, [hideOfflineDevice, hidden, selected, order, status]);
}
