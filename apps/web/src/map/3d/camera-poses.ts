import { LngLat as EngineLngLat } from 'maplibre-gl';
import type { Bounds, LngLat, MapView } from '../map-view.ts';
import { type CameraMode, initialDistance, pointAhead, zoomAt } from './camera-mode.ts';

/** The object that the camera looks at. */
export interface CameraTarget {
  /** WGS-84. */
  readonly lngLat: LngLat;
  /** Drawn height in metres, and the terrain height below it. */
  readonly height: number;
  readonly terrainHeight: number;
  /** Degrees from north. */
  readonly heading: number;
}

/** The extent of everything drawn. */
export interface OverviewTarget {
  readonly bounds: Bounds;
  /** Drawn height of its highest point, metres. */
  readonly maxHeight: number;
}

/** The camera's orientation and zoom. */
export interface CameraPose {
  readonly bearing: number;
  readonly pitch: number;
  readonly zoom: number;
  /** The centre of the view and its height in free mode; otherwise null, because the mode sets it. */
  readonly center: (LngLat & { readonly height: number }) | null;
}

/** Initial pitch of each mode, degrees. */
export const INITIAL_PITCH: Readonly<Record<CameraMode, number>> = {
  free: 60,
  around: 62,
  orbit: 66,
  behind: 68,
  inside: 80,
};
/** Minimum eye height above the ground, metres. */
const EYE_HEIGHT = 12;
/** Minimum pitch when looking from a device, degrees from straight down. */
const MIN_TILT = 30;
/** Minimum metres from a device down to the point it looks at. */
const MIN_DROP = 40;
/** Zoom levels below the one that just fits from above, because tracks have height, too. */
const OVERVIEW_ZOOM_MARGIN = 0.75;

/** The view from a device. The centre of the view is at terrain height, so that the engine requests those tiles. */
export function lookFrom(
  { engine, toMapDatum }: MapView,
  { lngLat, height, terrainHeight }: CameraTarget,
  bearing: number,
  pitch: number,
): void {
  const from = toMapDatum(lngLat);
  const eye = Math.max(height, terrainHeight + EYE_HEIGHT);
  const drop = Math.max(MIN_DROP, eye - terrainHeight);
  const tilt = Math.max(MIN_TILT, pitch);
  const to = pointAhead(from, bearing, drop * Math.tan((tilt * Math.PI) / 180));
  engine.jumpTo(
    engine.calculateCameraOptionsFromTo(
      new EngineLngLat(from.lng, from.lat),
      eye,
      new EngineLngLat(to.lng, to.lat),
      eye - drop,
    ),
  );
}

/** The view of a device. */
export function lookAt(
  { engine, toMapDatum }: MapView,
  { lngLat, height }: CameraTarget,
  pose: Pick<CameraPose, 'bearing' | 'pitch' | 'zoom'>,
): void {
  const { lng, lat } = toMapDatum(lngLat);
  engine.jumpTo({ center: [lng, lat], elevation: height, ...pose });
}

/** The initial zoom for a device. */
export function initialZoom({ engine }: MapView, { lngLat, height, terrainHeight }: CameraTarget): number {
  return zoomFor(engine, initialDistance(height - terrainHeight), lngLat.lat);
}

/** The view of everything. */
export function lookAtOverview(
  { engine, toMapDatum }: MapView,
  { bounds, maxHeight }: OverviewTarget,
  pose: CameraPose | null,
): void {
  const { west, south, east, north } = bounds;
  const southwest = toMapDatum({ lng: west, lat: south });
  const northeast = toMapDatum({ lng: east < west ? east + 360 : east, lat: north });
  const camera = engine.cameraForBounds([southwest.lng, southwest.lat, northeast.lng, northeast.lat], {
    padding: 40,
    maxZoom: 16,
  });
  if (camera?.center === undefined) return;
  engine.jumpTo({
    center: camera.center,
    zoom:
      pose?.zoom ??
      Math.min(
        (camera.zoom ?? engine.getZoom()) - OVERVIEW_ZOOM_MARGIN,
        zoomFor(engine, initialDistance(maxHeight), south),
      ),
    bearing: pose?.bearing ?? engine.getBearing(),
    pitch: pose?.pitch ?? INITIAL_PITCH.around,
    elevation: centerElevation(engine, maxHeight),
  });
}

/** Restores a pose from an address. */
export function applyPose(
  { engine, toMapDatum }: MapView,
  { bearing, pitch, zoom }: CameraPose,
  { height, ...lngLat }: NonNullable<CameraPose['center']>,
): void {
  const { lng, lat } = toMapDatum(lngLat);
  engine.jumpTo({ center: [lng, lat], elevation: height, bearing, pitch, zoom });
}

/**
 * Height of the overview's centre, drawn metres: nearer to the ground than to the top, because most of a view is
 * below its centre. Sea level while the terrain is unknown.
 */
export function centerElevation(engine: MapView['engine'], maxHeight: number): number {
  const terrainHeight = engine.queryTerrainElevation(engine.getCenter()) ?? 0;
  return terrainHeight + Math.max(0, maxHeight - terrainHeight) / 3;
}

function zoomFor(engine: MapView['engine'], metres: number, lat: number): number {
  return zoomAt(metres, lat, engine.getCanvas().clientHeight, engine.getVerticalFieldOfView());
}
