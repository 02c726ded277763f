import { clusters as clusterOverlay } from '../layers/clusters.ts';
import { devices as deviceOverlay } from '../layers/devices.ts';
import type { MapView } from '../map-view.ts';
import { PALETTES } from '../style/palette.ts';

/**
 * Entry of the browser's own timing (User Timing, W3C): devices can be seen, `devices` of them or their clusters, and more than
 * before: one at the first, and one as the picture grows. `bench login` and `bench map` read it.
 */
const DRAWN_MARK = 'wakeline:devices-drawn';

/** @param countDrawable of how many devices the map has been handed what is to be seen; null while some of that waits. */
export function markDrawn(view: MapView, countDrawable: () => number | null): { unsubscribe(): void } {
  const { engine } = view;
  let marked = 0;
  return engine.on('render', () => {
    const devices = countDrawable();
    if (devices === null || devices <= marked) return;
    const layers = [deviceOverlay, clusterOverlay].flatMap((overlay) =>
      overlay.layers(PALETTES[view.flavour]),
    );
    if (engine.queryRenderedFeatures({ layers: layers.map(({ id }) => id) }).length === 0) return;
    marked = devices;
    performance.mark(DRAWN_MARK, { detail: { devices } });
  });
}
