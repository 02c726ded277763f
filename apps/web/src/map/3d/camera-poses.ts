import { LngLat as EngineLngLat } from 'maplibre-gl';
import type { Bounds, LngLat, MapView } from '../map-view.ts';
import { ahead, type CameraMode, firstDistance, zoomAt } from './camera-mode.ts';

/** What the camera looks at. */
export interface CameraTarget {
  /** WGS-84. */
  readonly place: LngLat;
  /** Metres as they are drawn, and the ground under it. */
  readonly height: number;
  readonly ground: number;
  /** Degrees from north. */
  readonly heading: number;
}

/** Everything that is drawn. */
export interface WholeTarget {
  readonly area: Bounds;
  /** Metres as they are drawn, of the highest of it. */
  readonly top: number;
}

/** How the camera stands, beside what it looks at. */
export interface Look {
  readonly bearing: number;
  readonly pitch: number;
  readonly zoom: number;
  /** What lies in the middle of the picture, and how high: where it is free. Else that is what it looks at. */
  readonly middle: (LngLat & { readonly height: number }) | null;
}

/** How it stands at first. */
export const FIRST_PITCH: Readonly<Record<CameraMode, number>> = {
  free: 60,
  around: 62,
  orbit: 66,
  behind: 68,
  inside: 80,
};
/** A person's eye over the ground, and over a device that moves on it: metres. */
const EYE = 12;
/** Degrees from straight down that a look from a device is no steeper than. */
const LEAST_TILT = 30;
/** Metres from a device down to what it looks at, at least. */
const LEAST_DROP = 40;
/** Levels by which everything is seen smaller than it would just fit from above: it is high as well. */
const ROOM = 0.75;

/** What is seen from a device: the middle of the picture lies at the height of the ground below it, so that the engine asks for those tiles. */
export function lookFrom(
  { engine, toMap }: MapView,
  { place, height, ground }: CameraTarget,
  bearing: number,
  pitch: number,
): void {
  const from = toMap(place);
  const eye = Math.max(height, ground + EYE);
  const drop = Math.max(LEAST_DROP, eye - ground);
  const tilt = Math.max(LEAST_TILT, pitch);
  const to = ahead(from, bearing, drop * Math.tan((tilt * Math.PI) / 180));
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
  { engine, toMap }: MapView,
  { place, height }: CameraTarget,
  how: Pick<Look, 'bearing' | 'pitch' | 'zoom'>,
): void {
  const { lng, lat } = toMap(place);
  engine.jumpTo({ center: [lng, lat], elevation: height, ...how });
}

/** The zoom at which a device is looked at at first. */
export function firstZoom({ engine }: MapView, { place, height, ground }: CameraTarget): number {
  return zoomFor(engine, firstDistance(height - ground), place.lat);
}

/** Brings everything into the picture. */
export function lookAtAll({ engine, toMap }: MapView, { area, top }: WholeTarget, look: Look | null): void {
  const { west, south, east, north } = area;
  const low = toMap({ lng: west, lat: south });
  const high = toMap({ lng: east < west ? east + 360 : east, lat: north });
  const camera = engine.cameraForBounds([low.lng, low.lat, high.lng, high.lat], { padding: 40, maxZoom: 16 });
  if (camera?.center === undefined) return;
  engine.jumpTo({
    center: camera.center,
    zoom:
      look?.zoom ??
      Math.min((camera.zoom ?? engine.getZoom()) - ROOM, zoomFor(engine, firstDistance(top), south)),
    bearing: look?.bearing ?? engine.getBearing(),
    pitch: look?.pitch ?? FIRST_PITCH.around,
    elevation: middleHeight(engine, top),
  });
}

/** Puts it where an address says. */
export function standAt(
  { engine, toMap }: MapView,
  { bearing, pitch, zoom }: Look,
  { height, ...place }: NonNullable<Look['middle']>,
): void {
  const { lng, lat } = toMap(place);
  engine.jumpTo({ center: [lng, lat], elevation: height, bearing, pitch, zoom });
}

/**
 * What it turns round lies so high, in metres as they are drawn: nearer to the ground than to the top, as most of a picture is below its
 * middle. Where the height of the ground is not known yet, it is that of the sea.
 */
export function middleHeight(engine: MapView['engine'], top: number): number {
  const ground = engine.queryTerrainElevation(engine.getCenter()) ?? 0;
  return ground + Math.max(0, top - ground) / 3;
}

function zoomFor(engine: MapView['engine'], metres: number, lat: number): number {
  return zoomAt(metres, lat, engine.getCanvas().clientHeight, engine.getVerticalFieldOfView());
}
