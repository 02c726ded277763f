import { MAP_OBJECT_KINDS, type MapObjectKind } from '@wakeline/contract/entities/map-object';
import { create } from 'zustand';
import { readLocalStorage } from '../../ui/local-storage.ts';

const STORAGE_KEY = 'mapObjectKinds';

interface VisibleKindsState {
  /** Kinds of objects that this browser displays on maps with read-only objects. */
  readonly visibleKinds: readonly MapObjectKind[];
  readonly setVisible: (kind: MapObjectKind, visible: boolean) => void;
}

const parseKinds = (stored: unknown): readonly MapObjectKind[] | null =>
  Array.isArray(stored) ? MAP_OBJECT_KINDS.filter((kind) => stored.includes(kind)) : null;

/** One setting for all replay and watch pages of this browser; initially all kinds are visible. */
export const useVisibleKinds = create<VisibleKindsState>((set, get) => ({
  visibleKinds: readLocalStorage(STORAGE_KEY, parseKinds) ?? MAP_OBJECT_KINDS,
  setVisible(kind, visible) {
    const previous = get().visibleKinds;
    const next = MAP_OBJECT_KINDS.filter((candidate) =>
      candidate === kind ? visible : previous.includes(candidate),
    );
    localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
    set({ visibleKinds: next });
  },
}));
