import type { GeoJSONSourceDiff } from 'maplibre-gl';
import { createFeatureDiff, type FeatureDiff } from './feature-diff.ts';

/** Feeds a source of the map with differences. */
export interface SourceFeed extends Omit<FeatureDiff, 'take'> {
  /** Once a frame: hands over what has come together, unless the map is still busy with the last difference. */
  flush(): void;
  /** Whether something waits to be handed over. */
  readonly waiting: boolean;
}

export function createSourceFeed(change: (difference: GeoJSONSourceDiff) => Promise<void>): SourceFeed {
  const difference = createFeatureDiff();
  let busy = false;
  let waiting = false;
  const note =
    <Args extends unknown[]>(act: (...args: Args) => void) =>
    (...args: Args) => {
      waiting = true;
      act(...args);
    };
  return {
    put: note(difference.put),
    move: note(difference.move),
    remove: note(difference.remove),
    get waiting() {
      return waiting;
    },
    flush() {
      if (busy || !waiting) return;
      const next = difference.take();
      waiting = false;
      if (next === null) return;
      busy = true;
      void change(next).finally(() => {
        busy = false;
      });
    },
  };
}
