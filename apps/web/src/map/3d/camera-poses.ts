import { LngLat as EngineLngLat } from 'maplibre-gl';
import type { Bounds, LngLat, MapView } from '../map-view.ts';
import { type CameraMode, initialDistance, pointAhead, zoomAt } from './camera-mode.ts';

/** What the camera looks at. */
export interface CameraTarget {
  /** WGS-84. */
  readonly lngLat: LngLat;
  /** Metres as they are drawn, and the ground under it. */
  readonly height: number;
  readonly terrainHeight: number;
  /** Degrees from north. */
  readonly heading: number;
}

/** Everything that is drawn. */
export interface OverviewTarget {
  readonly bounds: Bounds;
  /** Metres as they are drawn, of the highest of it. */
  readonly maxHeight: number;
}

/** How the camera stands, beside what it looks at. */
export interface CameraPose {
  readonly bearing: number;
  readonly pitch: number;
  readonly zoom: number;
  /** What lies in the middle of the picture, and how high: where it is free. Else that is what it looks at. */
  readonly center: (LngLat & { readonly height: number }) | null;
}

/** How it stands at first. */
export const INITIAL_PITCH: Readonly<Record<CameraMode, number>> = {
  free: 60,
  around: 62,
  orbit: 66,
  behind: 68,
  inside: 80,
};
/** A person's eye over the ground, and over a device that moves on it: metres. */
const EYE_HEIGHT = 12;
/** Degrees from straight down that a look from a device is no steeper than. */
const MIN_TILT = 30;
/** Metres from a device down to what it looks at, at least. */
const MIN_DROP = 40;
/** Levels by which everything is seen smaller than it would just fit from above: it is high as well. */
const OVERVIEW_ZOOM_MARGIN = 0.75;

/** What is seen from a device: the middle of the picture lies at the height of the ground below it, so that the engine asks for those tiles. */
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

/** Looks at a device. */
export function lookAt(
  { engine, toMapDatum }: MapView,
  { lngLat, height }: CameraTarget,
  pose: Pick<CameraPose, 'bearing' | 'pitch' | 'zoom'>,
): void {
  const { lng, lat } = toMapDatum(lngLat);
  engine.jumpTo({ center: [lng, lat], elevation: height, ...pose });
}

/** The zoom at which a device is looked at at first. */
export function initialZoom({ engine }: MapView, { lngLat, height, terrainHeight }: CameraTarget): number {
  return zoomFor(engine, initialDistance(height - terrainHeight), lngLat.lat);
}

/** Brings everything into the picture. */
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

/** Puts it where an address says. */
export function applyPose(
  { engine, toMapDatum }: MapView,
  { bearing, pitch, zoom }: CameraPose,
  { height, ...lngLat }: NonNullable<CameraPose['center']>,
): void {
  const { lng, lat } = toMapDatum(lngLat);
  engine.jumpTo({ center: [lng, lat], elevation: height, bearing, pitch, zoom });
}

/**
 * What it turns round lies so high, in metres as they are drawn: nearer to the ground than to the top, as most of a picture is below its
 * middle. Where the height of the ground is not known yet, it is that of the sea.
 */
export function centerElevation(engine: MapView['engine'], maxHeight: number): number {
  const terrainHeight = engine.queryTerrainElevation(engine.getCenter()) ?? 0;
  return terrainHeight + Math.max(0, maxHeight - terrainHeight) / 3;
}

function zoomFor(engine: MapView['engine'], metres: number, lat: number): number {
  return zoomAt(metres, lat, engine.getCanvas().clientHeight, engine.getVerticalFieldOfView());
}
