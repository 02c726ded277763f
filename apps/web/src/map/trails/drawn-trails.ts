import type { TrailStore } from '../../live/trail-store.ts';
import type { SourceFeed } from '../devices/source-feed.ts';
import { TRAIL_BANDS, type TrailLook, trailFeatures, trailId } from './trail-features.ts';

/** The trails that are drawn on the map now. */
export interface DrawnTrails {
  has(id: number): boolean;
  /**
   * Draws the trail of a device.
   *
   * @param look how it looks; null: it is taken away.
   * @param how `grown`: of its bands only the newest one has changed.
   */
  draw(id: number, look: TrailLook | null, how?: 'grown' | 'replaced'): void;
}

export function createDrawnTrails(feed: SourceFeed, trails: Pick<TrailStore, 'get'>): DrawnTrails {
  /** Bands that are on the map, as bits. */
  const drawn = new Map<number, number>();
  return {
    has: (id) => drawn.has(id),
    draw(id, look, how = 'replaced') {
      const features = look === null ? [] : trailFeatures(trails.get(id), look);
      const before = drawn.get(id) ?? 0;
      let bands = 0;
      for (const feature of features) {
        const band = feature.id - trailId(id, 0);
        bands |= 1 << band;
        if (how === 'replaced' || band === 0) feed.put(feature);
      }
      for (let band = 0; band < TRAIL_BANDS; band += 1) {
        if ((before & ~bands & (1 << band)) !== 0) feed.remove(trailId(id, band));
      }
      if (bands === 0) drawn.delete(id);
      else drawn.set(id, bands);
    },
  };
}
