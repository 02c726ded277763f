import { useMemo } from 'react';
import { liveStore } from '../../../../live/live-store.ts';
import { useListVersions } from '../../../../parts/devices/use-sorted-trackers.ts';

/** Number of visible devices by the address of their icon. */
export function useIconUsage(): ReadonlyMap<string, number> {
  const versions = useListVersions();
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts again when devices were added or removed, or got another icon
  return useMemo(() => {
    const usage = new Map<string, number>();
    for (const trackerId of liveStore.getIds()) {
      const icon = liveStore.getInfo(trackerId)?.iconDto.iconUrl;
      if (icon !== undefined) usage.set(icon, (usage.get(icon) ?? 0) + 1);
    }
    return usage;
  }, [versions.order]);
}
