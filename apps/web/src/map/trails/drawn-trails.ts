import type { TrailStore } from '../../live/trail-store.ts';
import type { SourceFeed } from '../devices/source-feed.ts';
import { TRAIL_BANDS, type TrailFeatureOptions, trailFeatures, trailId } from './trail-features.ts';

/** The trails currently on the map. */
export interface DrawnTrails {
  has(id: number): boolean;
  /**
   * Draws the trail of a device.
   *
   * @param options null removes the trail
   * @param change `grown`: only the newest band has changed
   */
  draw(id: number, options: TrailFeatureOptions | null, change?: 'grown' | 'replaced'): void;
}

export function createDrawnTrails(feed: SourceFeed, trails: Pick<TrailStore, 'get'>): DrawnTrails {
  /** Bands on the map, as a bit mask. */
  const drawn = new Map<number, number>();
  return {
    has: (id) => drawn.has(id),
    draw(id, options, change = 'replaced') {
      const features = options === null ? [] : trailFeatures(trails.get(id), options);
      const before = drawn.get(id) ?? 0;
      let bands = 0;
      for (const feature of features) {
        const band = feature.id - trailId(id, 0);
        bands |= 1 << band;
        if (change === 'replaced' || band === 0) feed.put(feature);
      }
      for (let band = 0; band < TRAIL_BANDS; band += 1) {
        if ((before & ~bands & (1 << band)) !== 0) feed.remove(trailId(id, band));
      }
      if (bands === 0) drawn.delete(id);
      else drawn.set(id, bands);
    },
  };
}
