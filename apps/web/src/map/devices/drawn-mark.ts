import { clusters as clusterOverlay } from '../layers/clusters.ts';
import { devices as deviceOverlay } from '../layers/devices.ts';
import type { MapView } from '../map-view.ts';
import { PALETTES } from '../style/palette.ts';

/**
 * User Timing mark (W3C): `devices` devices are visible, directly or in clusters. Set for the first ones, and again
 * whenever more are visible. `bench login` and `bench map` read it.
 */
const DRAWN_MARK = 'wakeline:devices-drawn';

/** @param countDrawable number of devices handed to the map; null while updates are pending */
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
