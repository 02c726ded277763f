import type {
  ImageSourceSpecification,
  RasterLayerSpecification,
  RasterSourceSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import type { Overlay } from '../style/overlay.ts';

/** `[longitude, latitude]`, WGS-84 degrees. */
type Corner = readonly [lng: number, lat: number];

/** An image draped on the map. */
export interface ImageLayer {
  /** Number of the layer, or another unique name. */
  readonly key: string | number;
  /** Absolute URL of the image. */
  readonly url: string;
  /** Its corners before rotation, with north at the top. */
  readonly northwest: Corner;
  readonly northeast: Corner;
  readonly southeast: Corner;
  readonly southwest: Corner;
  /** 0 to 1. */
  readonly opacity: number;
  /** Absolute URLs of its PMTiles archives, which are drawn instead of the image; null: none. */
  readonly tiles: ImageTiles | null;
}

/** Archives by the coordinates of the base layer: tiles, unlike corners, cannot be shifted. */
export interface ImageTiles {
  readonly wgs84: string;
  readonly gcj02: string;
}

/** Id of the source and of the layer of an image. */
export function imageLayerId({ key }: Pick<ImageLayer, 'key'>): string {
  return `image-layer-${key}`;
}

/** The corners in the engine's order, in WGS-84 as in all overlays. */
export function cornersOf(layer: ImageLayer): ImageSourceSpecification['coordinates'] {
  const { northwest, northeast, southeast, southwest } = layer;
  return [[...northwest], [...northeast], [...southeast], [...southwest]];
}

/** Pixels of the tiles of images. */
const TILE_SIZE = 512;

function sourceOf(layer: ImageLayer): ImageSourceSpecification | RasterSourceSpecification {
  if (layer.tiles === null) return { type: 'image', url: layer.url, coordinates: cornersOf(layer) };
  return { type: 'raster', url: archiveUrl(layer.tiles.wgs84), tileSize: TILE_SIZE };
}

function archiveUrl(url: string): string {
  return `pmtiles://${url}`;
}

/** Images between the base layer and all other overlays; the first one is the lowest. */
export function imageLayers(list: readonly ImageLayer[]): Overlay {
  return {
    id: 'image-layers',
    sources: Object.fromEntries(list.map((layer) => [imageLayerId(layer), sourceOf(layer)])),
    datumUrls: Object.fromEntries(
      list.flatMap((layer) => {
        const { tiles } = layer;
        if (tiles === null) return [];
        return [[imageLayerId(layer), { wgs84: archiveUrl(tiles.wgs84), gcj02: archiveUrl(tiles.gcj02) }]];
      }),
    ),
    layers: () =>
      list.map((layer): RasterLayerSpecification => {
        const id = imageLayerId(layer);
        return {
          id,
          type: 'raster',
          source: id,
          paint: { 'raster-opacity': layer.opacity, 'raster-fade-duration': 0 },
        };
      }),
  };
}
