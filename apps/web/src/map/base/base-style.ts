import type {
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import type { BaseLayer } from '@wakeline/contract/entities/base-layer';
import type { BaseLayerSelection } from './base-layer-selection.ts';
import { prefixStyle, type StyleDocument } from './style-document.ts';

/** The part of the map style between the built-in world map and the overlays. */
export interface BaseStyle {
  readonly sources: Readonly<Record<string, SourceSpecification>>;
  readonly layers: readonly LayerSpecification[];
  readonly sprite?: StyleSpecification['sprite'];
  /** False: of the built-in world map only the background is drawn. */
  readonly showsWorld: boolean;
}

export const NO_BASE: BaseStyle = { sources: {}, layers: [], showsWorld: true };

/** Prefix of the source and layer ids. */
export const BASE_ID_PREFIX = 'base:';

export interface BaseStyleState {
  readonly base: BaseLayerSelection | null;
  /** Incremented to request everything again. */
  readonly attempt: number;
  /** The style document of a `style` layer, once loaded. */
  readonly styleDocument: StyleDocument | null;
  readonly reachable: boolean;
}

export function baseStyle({ base, attempt, styleDocument, reachable }: BaseStyleState): BaseStyle {
  if (base === null) return NO_BASE;
  const { layer, opacity } = base;
  const name = `${BASE_ID_PREFIX}${layer.index}:${attempt}`;
  if (layer.kind === 'blank') return { ...NO_BASE, showsWorld: false };
  if (layer.kind === 'style') {
    if (styleDocument === null) return NO_BASE;
    return { ...prefixStyle(styleDocument, name, { opacity, background: reachable }), showsWorld: true };
  }
  return {
    sources: { [name]: rasterSource(layer, attempt) },
    layers: [
      {
        id: name,
        type: 'raster',
        source: name,
        paint: { 'raster-opacity': opacity, 'raster-fade-duration': 0 },
      },
    ],
    showsWorld: true,
  };
}

function rasterSource(layer: BaseLayer, attempt: number): SourceSpecification {
  const { urls, scheme, tileSize, minZoom: minzoom, maxZoom: maxzoom } = layer;
  if (layer.kind === 'pmtiles') {
    const [url = ''] = urls;
    // PMTiles caches a failure by URL. The fragment makes it another URL and is never sent.
    const address = `${new URL(url, document.baseURI).href}#${attempt}`;
    return { type: 'raster', url: `pmtiles://${address}`, tileSize };
  }
  return {
    type: 'raster',
    // MapLibre inverts the rows itself for the `tms` scheme.
    tiles: urls.map((url) => url.replaceAll('{-y}', '{y}')),
    scheme: scheme === 'tms' ? 'tms' : 'xyz',
    tileSize,
    minzoom,
    maxzoom,
  };
}
