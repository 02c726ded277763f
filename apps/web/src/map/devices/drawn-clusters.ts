import { clusterFeature, hasSameAppearance } from './cluster-feature.ts';
import type { Cluster } from './cluster-index.ts';
import type { SourceFeed } from './source-feed.ts';

/** The clusters currently on the map. */
export interface DrawnClusters {
  readonly size: number;
  get(key: number): Cluster | undefined;
  /** Draws these clusters only; unchanged ones are not updated. */
  replace(clusters: readonly Cluster[]): void;
}

export function createDrawnClusters(feed: SourceFeed): DrawnClusters {
  const drawn = new Map<number, Cluster>();
  return {
    get size() {
      return drawn.size;
    },
    get: (key) => drawn.get(key),
    replace(clusters) {
      const removed = new Set(drawn.keys());
      for (const cluster of clusters) {
        removed.delete(cluster.key);
        const before = drawn.get(cluster.key);
        if (before !== undefined && hasSameAppearance(before, cluster)) continue;
        drawn.set(cluster.key, cluster);
        feed.put(clusterFeature(cluster));
      }
      for (const key of removed) {
        drawn.delete(key);
        feed.remove(key);
      }
    },
  };
}
