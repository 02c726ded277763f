import type { ImageSourceSpecification, RasterLayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { Overlay } from '../style/overlay.ts';

/** `[longitude, latitude]`, WGS-84 degrees. */
type Corner = readonly [lng: number, lat: number];

/** A picture that lies on the ground. */
export interface ImageLayer {
  /** Number of the layer, or another name of its own. */
  readonly key: string | number;
  /** Address of the picture, whole. */
  readonly url: string;
  /** Its corners as if it had north on top. */
  readonly northwest: Corner;
  readonly northeast: Corner;
  readonly southeast: Corner;
  readonly southwest: Corner;
  /** 0 to 1. */
  readonly opacity: number;
}

/** Name of a picture's source and of its layer. */
export function imageLayerId({ key }: ImageLayer): string {
  return `image-layer-${key}`;
}

/** Its corners in the engine's order; on the ground, as all that overlays say. */
export function cornersOf(layer: ImageLayer): ImageSourceSpecification['coordinates'] {
  const { northwest, northeast, southeast, southwest } = layer;
  return [[...northwest], [...northeast], [...southeast], [...southwest]];
}

/** Pictures over the base layer and under all else, the first the lowest. */
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
