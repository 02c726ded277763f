import { useMemo } from 'react';
import { useSession } from '../../service/session.ts';
import { asNumbers, useStored } from '../../ui/stored.ts';

export interface HiddenDevices {
  readonly hidden: ReadonlySet<number>;
  /** Shows or hides devices on the map. */
  show(trackerIds: Iterable<number>, shown: boolean): void;
  /** Shows these and hides all others. */
  only(trackerIds: Iterable<number>, all: Iterable<number>): void;
}

/** The ticks of the list: which devices this user does not want on the map of this browser. */
export function useHiddenDevices(): HiddenDevices {
  const { uid } = useSession();
  const [ids, setIds] = useStored<number[]>(`hiddenDevices.${uid}`, [], asNumbers);
  const hidden = useMemo(() => new Set(ids), [ids]);
  return {
    hidden,
    show(trackerIds, shown) {
      const next = new Set(hidden);
      for (const id of trackerIds) {
        if (shown) next.delete(id);
        else next.add(id);
      }
      setIds([...next]);
    },
    only(trackerIds, all) {
      const next = new Set(all);
      for (const id of trackerIds) next.delete(id);
      setIds([...next]);
    },
  };
}
