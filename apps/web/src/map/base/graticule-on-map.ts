import { GRATICULE } from '../layers/graticule.ts';
import type { MapView } from '../map-view.ts';
import { NO_FEATURES } from '../style/overlay.ts';
import { GRATICULE_ZOOM, graticule } from './graticule.ts';

/** The graticule extends this share of the view beyond each edge, so that a pan does not reach its end. */
const VIEW_MARGIN = 0.75;

/**
 * Draws the graticule for the current view.
 *
 * @param hidden a base layer covers it.
 */
export function drawGraticule(view: MapView, hidden: boolean): void {
  const zoom = view.engine.getZoom();
  void view.setFeatures(
    GRATICULE,
    zoom < GRATICULE_ZOOM || hidden ? NO_FEATURES : graticule(view.getVisibleBounds(VIEW_MARGIN), zoom),
  );
}
