import type { LayerSpecification, SourceSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { CoordinateSystem } from '@wakeline/contract/entities/base-layer';
import type { FeatureCollection } from 'geojson';
import type { OverlayId } from './order.ts';
import type { MapPalette } from './palette.ts';

/** Layers drawn over the base map; one file in `layers/` each. */
export interface Overlay {
  readonly id: OverlayId;
  /** Its sources without features, images with their corners in WGS-84. Overlays may share a source. */
  readonly sources: Readonly<Record<string, SourceSpecification>>;
  /** URLs of its tile sources by the coordinates of the base layer: their tiles cannot be shifted. */
  readonly datumUrls?: Readonly<Record<string, Readonly<Record<CoordinateSystem, string>>>>;
  /** Layers from the lowest to the highest; all colours come from the palette. */
  readonly layers: (palette: MapPalette) => readonly LayerSpecification[];
  /** It belongs to the ground: labels and symbols of the base map are drawn above it. */
  readonly belowLabels?: true;
}

export const NO_FEATURES: FeatureCollection = { type: 'FeatureCollection', features: [] };
