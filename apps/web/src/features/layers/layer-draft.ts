import type { MapLayer, PicturePoint } from '@wakeline/contract/entities/map-layer';
import { type LayerError, type LayerPlacement, placeLayer } from '@wakeline/domain/layers/layer-placement';

/** `[longitude, latitude]`, WGS-84. */
type LngLatTuple = [number, number];

/** A layer while it is edited. Points of picture and map are paired by index; meanwhile one list may be longer. */
export interface LayerDraft {
  readonly layerName: string;
  readonly picture: DraftPicture | null;
  readonly layerPoints: readonly PicturePoint[];
  readonly mapPoints: readonly LngLatTuple[];
  /** Percent. */
  readonly opacity: number;
  /** Null: above all others. */
  readonly sort: number | null;
}

export interface DraftPicture {
  /** URL for this page. */
  readonly url: string;
  readonly width: number;
  readonly height: number;
  /** Null: the stored picture. */
  readonly file: File | null;
}

export const NEW_DRAFT: LayerDraft = {
  layerName: '',
  picture: null,
  layerPoints: [],
  mapPoints: [],
  opacity: 100,
  sort: null,
};

export function draftOf(layer: MapLayer): LayerDraft {
  const { layerName, layerUrl, width, height, layerPoints, mapPoints, opacity, sort } = layer;
  return {
    layerName,
    picture: { url: new URL(layerUrl, location.href).href, width, height, file: null },
    layerPoints,
    mapPoints,
    opacity,
    sort,
  };
}

/** Replaces the picture: points keep their position relative to its width and height. */
export function withPicture(draft: LayerDraft, picture: DraftPicture): LayerDraft {
  const { picture: previous, layerPoints } = draft;
  if (previous === null) return { ...draft, picture };
  const [scaleX, scaleY] = [picture.width / previous.width, picture.height / previous.height];
  return {
    ...draft,
    picture,
    layerPoints: layerPoints.map(({ x, y }) => ({ x: x * scaleX, y: y * scaleY })),
  };
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
}: LayerDraft): LayerPlacement | LayerError | null {
  if (picture === null) return null;
  const { width, height } = picture;
  return placeLayer({ width, height, layerPoints, mapPoints });
}
