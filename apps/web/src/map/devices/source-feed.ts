import type { GeoJSONSourceDiff } from 'maplibre-gl';
import { createFeatureDiff, type FeatureDiff } from './feature-diff.ts';

/** Feeds a source of the map with diffs. */
export interface SourceFeed extends Omit<FeatureDiff, 'take'> {
  /** Called once a frame: sends the collected changes, unless the map is still applying the last diff. */
  flush(): void;
  /** Whether changes are pending. */
  readonly isPending: boolean;
}

export function createSourceFeed(change: (diff: GeoJSONSourceDiff) => Promise<void>): SourceFeed {
  const diff = createFeatureDiff();
  let busy = false;
  let isPending = false;
  const markPending =
    <Args extends unknown[]>(act: (...args: Args) => void) =>
    (...args: Args) => {
      isPending = true;
      act(...args);
    };
  return {
    put: markPending(diff.put),
    move: markPending(diff.move),
    remove: markPending(diff.remove),
    get isPending() {
      return isPending;
    },
    flush() {
      if (busy || !isPending) return;
      const next = diff.take();
      isPending = false;
      if (next === null) return;
      busy = true;
      void change(next).finally(() => {
        busy = false;
      });
    },
  };
}
