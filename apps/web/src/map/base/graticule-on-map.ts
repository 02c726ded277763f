import { GRATICULE } from '../layers/graticule.ts';
import type { MapView } from '../map-view.ts';
import { NO_FEATURES } from '../style/overlay.ts';
import { GRATICULE_ZOOM, graticule } from './graticule.ts';

/** The net is drawn so much beyond the view that a pan does not come to its end: share of the view. */
const VIEW_MARGIN = 0.75;

/** Draws the net of meridians and parallels for the view as it is. @param hidden a base layer covers it. */
export function drawGraticule(view: MapView, hidden: boolean): void {
  const zoom = view.engine.getZoom();
  void view.setFeatures(
    GRATICULE,
    zoom < GRATICULE_ZOOM || hidden ? NO_FEATURES : graticule(view.getVisibleBounds(VIEW_MARGIN), zoom),
  );
}
