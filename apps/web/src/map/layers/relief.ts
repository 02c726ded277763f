import type { RasterDEMSourceSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { Overlay } from '../style/overlay.ts';

/** Prefix of the relief's source ids. */
export const RELIEF_ID_PREFIX = 'relief-';
/** Terrain heights, for the 3D terrain. */
export const TERRAIN_SOURCE = `${RELIEF_ID_PREFIX}terrain`;
/** The same tiles for the hillshade: the engine needs a separate source. */
const HILLSHADE_SOURCE = `${RELIEF_ID_PREFIX}shade`;

/** Tiles with terrain heights. */
export interface ElevationTiles {
  /** URL template with {z}, {x} and {y}. */
  readonly tiles: string;
  readonly encoding: 'terrarium' | 'mapbox';
  readonly tileSize: number;
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly attribution: string;
}

/** Shaded relief below all overlays on the ground. */
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
    // Draped on the terrain. Every change between draped and other layers would render the complete terrain once
    // more.
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
