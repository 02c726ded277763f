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

/** What a page may do with the map. The host creates it when its map is ready. */
export interface MapView {
  /** Centres coordinates in the area that panels leave free. */
  focus(lngLat: LngLat, zoom?: number): void;
  /**
   * Fits an area into the space that panels leave free, at zoom 17 at most. Fits it again when the map is resized,
   * until the camera moves.
   */
  fit(bounds: Bounds): void;
  /**
   * The visible area including what panels cover, extended on each side by a share of the view (0.5: half a view).
   * Longitudes are not wrapped, so that `east` is above `west`.
   */
  getVisibleBounds(margin?: number): Bounds;
  /** The area that panels leave free, in pixels of the map. */
  getFreeArea(): {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  readonly flavour: MapFlavour;
  /**
   * Converts WGS-84 to the coordinates of the base layer, which the engine uses, and back. Only code that calls the
   * engine needs them: everything else in this view is in WGS-84.
   */
  toMapDatum(lngLat: LngLat): LngLat;
  toWgs84(lngLat: LngLat): LngLat;
  /** Converts WGS-84 to pixels of the map, and back. */
  project(lngLat: LngLat): { readonly x: number; readonly y: number };
  unproject(point: { readonly x: number; readonly y: number }): LngLat;
  /** Where a tracker is drawn during its animation; null when it is not on the map. Set by the device layer. */
  locate: (trackerId: number) => LngLat | null;
  /** Whether a device or a cluster lies at a pixel of the map. Set by the device layer. */
  isMarkerAt: (pixel: { readonly x: number; readonly y: number }, tolerance: number) => boolean;
  /** Draws an overlay at its place in the stacking order, until the returned function is called. */
  show(overlay: Overlay): () => void;
  /** Replaces the features of an overlay's source; resolves when the map has applied them. */
  setFeatures(source: string, features: FeatureCollection): Promise<void>;
  /** Applies a diff to an overlay's source; resolves when the map has applied it. */
  change(source: string, difference: GeoJSONSourceDiff): Promise<void>;
  /** Calls back when the flavour or the datum has changed: what is drawn outside the engine is drawn again. */
  onRedraw(listener: () => void): { unsubscribe(): void };
  /** The engine, for this folder only. */
  readonly engine: MapLibreMap;
}

/** Zoom at which a device is focused. */
export const FOCUS_ZOOM = 17;
