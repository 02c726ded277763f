import type { MapView } from '../map-view.ts';
import { onSurfaceDraw } from '../surface/surface.ts';

/**
 * User Timing mark (W3C): `devices` devices are visible, directly or in clusters. Set for the first ones, and again
 * whenever more are visible. `bench login` and `bench map` read it.
 */
const DRAWN_MARK = 'wakeline:devices-drawn';

/** The clusters of an overview are visible, before the devices have loaded. */
const PREVIEW_MARK = 'wakeline:preview-drawn';

/** @param countDrawn number of devices in the frames that are drawn from now on; null: they show an overview */
export function markDrawn(view: MapView, countDrawn: () => number | null): { unsubscribe(): void } {
  let marked = 0;
  return onSurfaceDraw(view, () => {
    const devices = countDrawn();
    if (devices === null) {
      if (performance.getEntriesByName(PREVIEW_MARK).length === 0) performance.mark(PREVIEW_MARK);
      return;
    }
    if (devices <= marked) return;
    marked = devices;
    performance.mark(DRAWN_MARK, { detail: { devices } });
  });
}
