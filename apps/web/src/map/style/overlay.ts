import type { LayerSpecification, SourceSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { FeatureCollection } from 'geojson';
import type { OverlayId } from './order.ts';
import type { MapPalette } from './palette.ts';

/** Something drawn over the base map: a file in `layers/` each. */
export interface Overlay {
  readonly id: OverlayId;
  /** Sources that it brings, without their features, of pictures with their corners in WGS-84; more than one overlay may bring the same. */
  readonly sources: Readonly<Record<string, SourceSpecification>>;
  /** Layers from the lowest to the highest, every colour from the palette. */
  readonly layers: (palette: MapPalette) => readonly LayerSpecification[];
  /** It belongs to the ground: names and marks of the base map stand on it. */
  readonly belowLabels?: true;
}

export const NO_FEATURES: FeatureCollection = { type: 'FeatureCollection', features: [] };
