import type { MapLibreMap } from 'maplibre-gl';
import type { Shift } from '../base/shift.ts';
import { FOCUS_ZOOM, type MapView } from '../map-view.ts';
import type { MapFlavour } from '../style/palette.ts';
import type { MapSize } from './map-size.ts';
import type { SessionCamera } from './session-camera.ts';
import type { SessionOverlays } from './session-overlays.ts';

export interface SessionViewOptions {
  readonly engine: MapLibreMap;
  readonly flavour: () => MapFlavour;
  readonly shift: () => Shift;
  readonly size: MapSize;
  readonly camera: SessionCamera;
  readonly overlays: SessionOverlays;
}

/** What pages get of a map session. */
export function createView({ engine, flavour, shift, size, camera, overlays }: SessionViewOptions): MapView {
  const view: MapView = {
    engine,
    get flavour() {
      return flavour();
    },
    locate: () => null,
    toMap: (place) => shift().toMap(place),
    toGround: (place) => shift().toGround(place),
    project: (place) => engine.project(view.toMap(place)),
    unproject: ({ x, y }) => view.toGround(engine.unproject([x, y])),
    focus: (place, zoom = FOCUS_ZOOM) => camera.focus(place, zoom),
    fit(area) {
      // What brought the area may also have taken room from the map, which hears of that a frame later.
      camera.forgetFit();
      size.take();
      camera.fit(area);
    },
    area(beyond = 0) {
      const bounds = engine.getBounds();
      const { lng: west, lat: south } = view.toGround(bounds.getSouthWest());
      const { lng: east, lat: north } = view.toGround(bounds.getNorthEast());
      const [x, y] = [(east - west) * beyond, (north - south) * beyond];
      return {
        west: west - x,
        south: Math.max(-90, south - y),
        east: east + x,
        north: Math.min(90, north + y),
      };
    },
    freeArea: camera.freeArea,
    show: overlays.show,
    setFeatures: overlays.setFeatures,
    change: overlays.change,
  };
  return view;
}
