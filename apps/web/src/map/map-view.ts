import type { FeatureCollection } from 'geojson';
import type { GeoJSONSourceDiff, MapLibreMap } from 'maplibre-gl';
import type { Overlay } from './style/overlay.ts';
import type { MapFlavour } from './style/palette.ts';

/** WGS-84 degrees. */
export interface LngLat {
  readonly lng: number;
  readonly lat: number;
}

/** WGS-84 degrees; `east` is below `west` where the area crosses the antimeridian. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Pixels at the map's edges that panels cover. */
export interface MapPadding {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** What a page may do with the map. The host makes it once its map can be drawn on. */
export interface MapView {
  /** Brings a place into the middle of what panels leave free. */
  focus(lngLat: LngLat, zoom?: number): void;
  /**
   * Brings an area into what panels leave free, never closer than zoom 17, and keeps it there when the map changes its
   * size, until the camera is moved.
   */
  fit(bounds: Bounds): void;
  /**
   * What is in view, panels or not, and on each side so much of it more (0.5: half a view). Longitudes are not
   * wrapped, so that `east` is above `west`.
   */
  getVisibleBounds(margin?: number): Bounds;
  /** What panels leave free, in pixels of the map. */
  getFreeArea(): {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  readonly flavour: MapFlavour;
  /**
   * From the ground to the coordinates of the base layer, in which the engine thinks, and back. Only who speaks to the engine itself
   * needs them: all else of this view takes and gives WGS-84.
   */
  toMapDatum(lngLat: LngLat): LngLat;
  toWgs84(lngLat: LngLat): LngLat;
  /** Where a place of the ground is on the screen, in pixels of the map, and back. */
  project(lngLat: LngLat): { readonly x: number; readonly y: number };
  unproject(point: { readonly x: number; readonly y: number }): LngLat;
  /** Where a tracker is drawn now, while it glides; null when it is not on the map. Set by the devices' layer. */
  locate: (trackerId: number) => LngLat | null;
  /** Draws an overlay in its place of the stacking order, until the returned function is called. */
  show(overlay: Overlay): () => void;
  /** Replaces the features of an overlay's source; resolves when the map has taken them. */
  setFeatures(source: string, features: FeatureCollection): Promise<void>;
  /** Applies a difference to an overlay's source; resolves when the map has taken it. */
  change(source: string, difference: GeoJSONSourceDiff): Promise<void>;
  /** The engine, for what lies in this folder only. */
  readonly engine: MapLibreMap;
}

/** Devices are brought this close when they are focused. */
export const FOCUS_ZOOM = 17;
