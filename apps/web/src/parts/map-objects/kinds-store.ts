import { MAP_OBJECTS, type MapObjectKind } from '@wakeline/contract/entities/map-object';
import { create } from 'zustand';
import { readStored } from '../../ui/stored.ts';

const KEY = 'mapObjectKinds';

interface KindsState {
  /** Kinds of objects that this browser shows on maps where they are only looked at. */
  readonly shown: readonly MapObjectKind[];
  readonly show: (kind: MapObjectKind, shown: boolean) => void;
}

const asKinds = (stored: unknown): readonly MapObjectKind[] | null =>
  Array.isArray(stored) ? MAP_OBJECTS.filter((kind) => stored.includes(kind)) : null;

/** One choice for all replays and watches of this browser; at first all kinds are shown. */
export const useShownKinds = create<KindsState>((set, get) => ({
  shown: readStored(KEY, asKinds) ?? MAP_OBJECTS,
  show(kind, shown) {
    const before = get().shown;
    const next = MAP_OBJECTS.filter((one) => (one === kind ? shown : before.includes(one)));
    localStorage.setItem(KEY, JSON.stringify(next));
    set({ shown: next });
  },
}));
