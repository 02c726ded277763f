import { useSyncExternalStore } from 'react';
import { liveStore } from '../../live/live-store.ts';
import type { Changes, TrackerStore } from '../../live/tracker-store.ts';

/** The trackers currently in SOS, newest first. */
export interface OpenSos {
  getIds(): readonly number[];
  subscribe(listener: () => void): () => void;
}

const NONE: readonly number[] = [];

/** Watches a store while it has listeners; evaluates only the changed trackers. */
export function watchOpenSos(store: TrackerStore): OpenSos {
  const open = new Set<number>();
  const listeners = new Set<() => void>();
  let ids = NONE;
  let stop: (() => void) | null = null;

  const isOpen = (id: number) => store.getStatus(id) === 'SOS';
  const sinceOf = (id: number) => store.getTracker(id)?.trackerStatusDto.statusSince ?? 0;

  function update(updated: Iterable<number>): boolean {
    let changed = false;
    for (const id of updated) {
      if (isOpen(id) === open.has(id)) continue;
      changed = true;
      if (!open.delete(id)) open.add(id);
    }
    if (changed) ids = open.size === 0 ? NONE : [...open].sort((a, b) => sinceOf(b) - sinceOf(a));
    return changed;
  }

  function applyChanges({ added, changed, removed }: Changes): void {
    const updated = [added, changed, removed].map(update);
    if (updated.includes(true)) for (const listener of listeners) listener();
  }

  return {
    getIds: () => ids,
    subscribe(listener) {
      listeners.add(listener);
      if (stop === null) {
        stop = store.subscribeChanges(applyChanges);
        update([...open, ...store.getIds()]);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = null;
      };
    },
  };
}

const openSos = watchOpenSos(liveStore);

export function useOpenSos(): readonly number[] {
  return useSyncExternalStore(openSos.subscribe, openSos.getIds);
}
