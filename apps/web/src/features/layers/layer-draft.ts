import type { MapLayer, PicturePoint } from '@wakeline/contract/entities/map-layer';
import { type LayerError, type LayerPlacement, placeLayer } from '@wakeline/domain/layers/layer-placement';

/** A place of the ground: `[longitude, latitude]`, WGS-84. */
type LngLatTuple = [number, number];

/** What is being filled in for a layer. Points of picture and map are pairs by their order; while they are set there may be more of one. */
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
  /** Address for this page. */
  readonly url: string;
  readonly width: number;
  readonly height: number;
  /** Null: it is the stored one. */
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

/** Another picture: points that are set keep their place on it, as a share of its sides. */
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

/** The point stays on the picture. */
export function clampToPicture({ width, height }: DraftPicture, { x, y }: PicturePoint): PicturePoint {
  return { x: Math.min(width, Math.max(0, x)), y: Math.min(height, Math.max(0, y)) };
}

/** Without the pair of this index; where one of the two is not set, without the other. */
export function withoutPair(draft: LayerDraft, index: number): LayerDraft {
  return {
    ...draft,
    layerPoints: draft.layerPoints.filter((_, pairIndex) => pairIndex !== index),
    mapPoints: draft.mapPoints.filter((_, pairIndex) => pairIndex !== index),
  };
}

/** Where the picture lies, or why that cannot be said; null without a picture. */
export function placementOf({
  picture,
  layerPoints,
  mapPoints,
}: LayerDraft): LayerPlacement | LayerError | null {
  if (picture === null) return null;
  const { width, height } = picture;
  return placeLayer({ width, height, layerPoints, mapPoints });
}
