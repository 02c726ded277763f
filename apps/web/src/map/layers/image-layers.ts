import type { ImageSourceSpecification, RasterLayerSpecification } from '@maplibre/maplibre-gl-style-spec';
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
}

/** Id of the source and of the layer of an image. */
export function imageLayerId({ key }: ImageLayer): string {
  return `image-layer-${key}`;
}

/** The corners in the engine's order, in WGS-84 as in all overlays. */
export function cornersOf(layer: ImageLayer): ImageSourceSpecification['coordinates'] {
  const { northwest, northeast, southeast, southwest } = layer;
  return [[...northwest], [...northeast], [...southeast], [...southwest]];
}

/** Images between the base layer and all other overlays; the first one is the lowest. */
export function imageLayers(list: readonly ImageLayer[]): Overlay {
  return {
    id: 'image-layers',
    sources: Object.fromEntries(
      list.map((layer): [string, ImageSourceSpecification] => [
        imageLayerId(layer),
        { type: 'image', url: layer.url, coordinates: cornersOf(layer) },
      ]),
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
