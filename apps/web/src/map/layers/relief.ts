import type { RasterDEMSourceSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { Overlay } from '../style/overlay.ts';

/** How names of the relief's sources begin. */
export const RELIEF_ID_PREFIX = 'relief-';
/** Heights of the ground, for its shape. */
export const TERRAIN_SOURCE = `${RELIEF_ID_PREFIX}ground`;
/** The same tiles, for its shading: the engine asks for a source of its own. */
const HILLSHADE_SOURCE = `${RELIEF_ID_PREFIX}shade`;

/** Tiles of the height of the ground. */
export interface ElevationTiles {
  /** Address with {z}, {x} and {y}. */
  readonly tiles: string;
  readonly encoding: 'terrarium' | 'mapbox';
  readonly tileSize: number;
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly attribution: string;
}

/** The shape of the ground, shaded, under all that lies on it. */
export function relief({
  tiles,
  encoding,
  tileSize,
  minZoom,
  maxZoom,
  attribution,
}: ElevationTiles): Overlay {
  const source: RasterDEMSourceSpecification = {
    type: 'raster-dem',
    tiles: [tiles],
    encoding,
    tileSize,
    minzoom: minZoom,
    maxzoom: maxZoom,
    attribution,
  };
  return {
    id: 'relief',
    // Besides, each change between what lies on the ground and what stands on it draws the whole relief once more.
    belowLabels: true,
    sources: { [TERRAIN_SOURCE]: source, [HILLSHADE_SOURCE]: { ...source } },
    layers: ({ relief: { shade, light } }) => [
      {
        id: 'relief-shade',
        type: 'hillshade',
        source: HILLSHADE_SOURCE,
        paint: {
          'hillshade-shadow-color': shade,
          'hillshade-highlight-color': light,
          'hillshade-accent-color': shade,
          'hillshade-exaggeration': 0.45,
        },
      },
    ],
  };
}
