import type { MethodChoice, PicturePoint } from '@wakeline/contract/entities/map-layer';
import {
  type LayerCorners,
  type LayerError,
  type LayerPlacement,
  placeLayer,
} from '@wakeline/domain/layers/layer-placement';
import type { AccountLayer } from '../../parts/layers/use-layers.ts';

/** `[longitude, latitude]`, WGS-84. */
type LngLatTuple = [number, number];

/** A layer while it is edited. Points of picture and map are paired by index; meanwhile one list may be longer. */
export interface LayerDraft {
  readonly layerName: string;
  readonly picture: DraftPicture | null;
  readonly layerPoints: readonly PicturePoint[];
  readonly mapPoints: readonly LngLatTuple[];
  readonly method: MethodChoice;
  /** Denominator of the scale of a printed map; null: unknown. */
  readonly mapScale: number | null;
  /** Percent. */
  readonly opacity: number;
}

export interface DraftPicture {
  /** URL for this page. It may have fewer pixels. */
  readonly url: string;
  readonly width: number;
  readonly height: number;
  /** Null: the stored picture. */
  readonly upload: DraftUpload | null;
}

/** A selected file, and what the server has read in it. */
export interface DraftUpload extends SelectedFiles {
  /** Null: none, or its coordinate system is not known. */
  readonly position: LayerCorners | null;
  /** EPSG code of the position; null: none, or not known. */
  readonly coordinateSystem: number | null;
  readonly needsCoordinateSystem: boolean;
}

export interface SelectedFiles {
  readonly file: File;
  /** A world file or KML file beside the picture; null: none. */
  readonly positionFile: { readonly name: string; readonly text: string } | null;
  /** The coordinate system that the user has selected; null: none. */
  readonly selectedSystem: number | null;
}

export const NEW_DRAFT: LayerDraft = {
  layerName: '',
  picture: null,
  layerPoints: [],
  mapPoints: [],
  method: 'automatic',
  mapScale: null,
  opacity: 100,
};

export function draftOf(layer: AccountLayer): LayerDraft {
  const { layerName, pictureUrl, width, height, layerPoints, mapPoints, method, mapScale, opacity } = layer;
  return {
    layerName,
    picture: { url: new URL(pictureUrl, location.href).href, width, height, upload: null },
    layerPoints,
    mapPoints,
    method,
    mapScale,
    opacity,
  };
}

/**
 * Replaces the picture. A position of its file replaces the points; otherwise they keep their position relative to the
 * width and height of the picture.
 */
export function withPicture(draft: LayerDraft, picture: DraftPicture): LayerDraft {
  const { picture: previous, layerPoints } = draft;
  const replaced = { ...draft, picture };
  if (picture.upload?.position) return withFilePosition(replaced);
  if (previous === null) return replaced;
  const [scaleX, scaleY] = [picture.width / previous.width, picture.height / previous.height];
  return { ...replaced, layerPoints: layerPoints.map(({ x, y }) => ({ x: x * scaleX, y: y * scaleY })) };
}

/** Sets the points to the corners of the position of the file: four exact pairs. */
export function withFilePosition(draft: LayerDraft): LayerDraft {
  const { picture } = draft;
  const position = picture?.upload?.position;
  if (!picture || !position) return draft;
  const { width, height } = picture;
  const { northwest, northeast, southeast, southwest } = position;
  return {
    ...draft,
    layerPoints: [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ],
    mapPoints: [northwest, northeast, southeast, southwest],
    method: 'projective',
  };
}

/** Whether the points are those of the position of the file. */
export function usesFilePosition(draft: LayerDraft): boolean {
  const { layerPoints, mapPoints, method } = withFilePosition(draft);
  return (
    Boolean(draft.picture?.upload?.position) &&
    JSON.stringify([layerPoints, mapPoints, method]) ===
      JSON.stringify([draft.layerPoints, draft.mapPoints, draft.method])
  );
}

/** Clamps the point to the picture. */
export function clampToPicture({ width, height }: DraftPicture, { x, y }: PicturePoint): PicturePoint {
  return { x: Math.min(width, Math.max(0, x)), y: Math.min(height, Math.max(0, y)) };
}

/** Removes the pair with this index, or its only point. */
export function withoutPair(draft: LayerDraft, index: number): LayerDraft {
  return {
    ...draft,
    layerPoints: draft.layerPoints.filter((_, pairIndex) => pairIndex !== index),
    mapPoints: draft.mapPoints.filter((_, pairIndex) => pairIndex !== index),
  };
}

/** The placement of the picture, or why there is none; null without a picture. */
export function placementOf({
  picture,
  layerPoints,
  mapPoints,
  method,
  mapScale,
}: LayerDraft): LayerPlacement | LayerError | null {
  if (picture === null) return null;
  const { width, height } = picture;
  return placeLayer({ width, height, layerPoints, mapPoints }, { method, mapScale });
}
