import type { MapLibreMap } from 'maplibre-gl';
import type { DatumShift } from '../base/datum-shift.ts';
import { FOCUS_ZOOM, type MapView } from '../map-view.ts';
import type { MapFlavour } from '../style/palette.ts';
import type { MapSize } from './map-size.ts';
import type { SessionCamera } from './session-camera.ts';
import type { SessionOverlays } from './session-overlays.ts';

export interface SessionViewOptions {
  readonly engine: MapLibreMap;
  readonly flavour: () => MapFlavour;
  readonly shift: () => DatumShift;
  readonly size: MapSize;
  readonly camera: SessionCamera;
  readonly overlays: SessionOverlays;
  readonly onRedraw: MapView['onRedraw'];
}

/** Creates the view that pages use. */
export function createView(options: SessionViewOptions): MapView {
  const { engine, flavour, shift, size, camera, overlays, onRedraw } = options;
  const view: MapView = {
    engine,
    get flavour() {
      return flavour();
    },
    locate: () => null,
    isMarkerAt: () => false,
    toMapDatum: (lngLat) => shift().toMapDatum(lngLat),
    toWgs84: (lngLat) => shift().toWgs84(lngLat),
    project: (lngLat) => engine.project(view.toMapDatum(lngLat)),
    unproject: ({ x, y }) => view.toWgs84(engine.unproject([x, y])),
    focus: (lngLat, zoom = FOCUS_ZOOM) => camera.focus(lngLat, zoom),
    fit(area) {
      // The trigger of the fit may also have resized the map; the engine would notice only a frame later.
      camera.clearFit();
      size.update();
      camera.fit(area);
    },
    getVisibleBounds(margin = 0) {
      const bounds = engine.getBounds();
      const { lng: west, lat: south } = view.toWgs84(bounds.getSouthWest());
      const { lng: east, lat: north } = view.toWgs84(bounds.getNorthEast());
      const [x, y] = [(east - west) * margin, (north - south) * margin];
      return {
        west: west - x,
        south: Math.max(-90, south - y),
        east: east + x,
        north: Math.min(90, north + y),
      };
    },
    getFreeArea: camera.getFreeArea,
    show: overlays.show,
    setFeatures: overlays.setFeatures,
    change: overlays.change,
    onRedraw,
  };
  return view;
}
