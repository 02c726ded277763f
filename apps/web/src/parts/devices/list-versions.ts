import type { Tracker } from '@wakeline/contract/entities/tracker';
import type { TrackerStore } from '../../live/tracker-store.ts';

/** When the list must be worked out again. Numbers only ever grow. */
export interface ListVersions {
  /** Devices came, went, were renamed or moved to another group. */
  readonly order: number;
  /** A device changed its status. At most once a second, so that rows do not jump under the pointer. */
  readonly status: number;
}

const STATUS_MS = 1_000;

/** Whether a list shows it in another place, or otherwise than by its status. */
function isElsewhere(before: Tracker, after: Tracker): boolean {
  return (
    before.trackerName !== after.trackerName ||
    before.label !== after.label ||
    before.imei !== after.imei ||
    before.groupId !== after.groupId
  );
}

/** Watches the store for what the list shows of every device; single values are the business of the rows. */
export function watchList(store: Pick<TrackerStore, 'getTracker' | 'getIds' | 'subscribeChanges'>): {
  get(): ListVersions;
  subscribe(listener: () => void): () => void;
} {
  const shown = new Map<number, Tracker>();
  let versions: ListVersions = { order: 0, status: 0 };

  /** Takes over what is known of a device; tells which kind of change it was. */
  function note(id: number): 'order' | 'status' | null {
    const tracker = store.getTracker(id);
    if (!tracker) return shown.delete(id) ? 'order' : null;
    const before = shown.get(id);
    shown.set(id, tracker);
    if (before === undefined || isElsewhere(before, tracker)) return 'order';
    return before.trackerStatusDto.status === tracker.trackerStatusDto.status ? null : 'status';
  }

  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  function tell(change: 'order' | 'status'): void {
    versions = { ...versions, [change]: versions[change] + 1 };
    for (const listener of listeners) listener();
  }

  function start(): () => void {
    // What happened while nobody looked.
    const known = new Set([...shown.keys(), ...store.getIds()]);
    const missed = [...known].map(note).some((change) => change !== null);
    if (missed) versions = { order: versions.order + 1, status: versions.status + 1 };
    const unsubscribe = store.subscribeChanges(({ added, changed, removed }) => {
      const changes = [...added, ...changed, ...removed].map(note);
      if (changes.includes('order')) tell('order');
      if (!changes.includes('status') || timer !== null) return;
      timer = setTimeout(() => {
        timer = null;
        tell('status');
      }, STATUS_MS);
    });
    return () => {
      unsubscribe();
      if (timer !== null) clearTimeout(timer);
      timer = null;
    };
  }

  let stop: (() => void) | null = null;
  return {
    get: () => versions,
    subscribe(listener) {
      listeners.add(listener);
      stop ??= start();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = null;
      };
    },
  };
}
