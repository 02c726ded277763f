import type {
  ExpressionSpecification,
  LayerSpecification,
  VectorSourceSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import type { OcadColor, OcadLayerKind } from '@wakeline/contract/ocad-maps/ocad-map';
import type { Overlay } from '../style/overlay.ts';
import { BOLD, REGULAR } from './fonts.ts';

/** A map of an OCAD file, as vector tiles. */
export interface OcadLayer {
  readonly key: number;
  /** Absolute URLs of its PMTiles archives, by the coordinates of the base layer. */
  readonly tiles: { readonly wgs84: string; readonly gcj02: string };
  /** Bottom to top; the index is part of the names of the layers in the tiles. */
  readonly colors: readonly OcadColor[];
  /** Indexes of colors that are not drawn. */
  readonly hiddenColors: ReadonlySet<number>;
  /** Whether white paper is below the colors: white is a color of orienteering maps, too. */
  readonly hasPaper: boolean;
  /** Degrees, in the middle of the map: the scale of the web map depends on it. */
  readonly latitude: number;
}

/** Metres on the equator of a pixel at zoom 0, with tiles of 512 pixels. */
const METRES_PER_PIXEL = (2 * Math.PI * 6_378_137) / 512;
const MAX_ZOOM = 24;
const ZOOMS = Array.from({ length: MAX_ZOOM + 1 }, (_, zoom) => zoom);
/**
 * From the baseline up to the anchor of a line of text, in font sizes: MapLibre draws glyphs 17/24 above their
 * ascender, which is 1.16 in Noto Sans SC.
 */
const BASELINE_OFFSET = 17 / 24 - 1.16;

function sourceId({ key }: OcadLayer): string {
  return `ocad-map-${key}`;
}

/** Id of the style layer of a kind and a color. */
export function ocadLayerId(layer: OcadLayer, kind: OcadLayerKind, color: number): string {
  return `${sourceId(layer)}-${kind}${color}`;
}

/** Id of the style layer of the paper. */
export function ocadPaperId(layer: OcadLayer): string {
  return `${sourceId(layer)}-paper`;
}

const archiveUrl = (url: string) => `pmtiles://${url}`;

/** Maps of OCAD files above image layers; the first is the lowest. A color is a layer, in the order of the file. */
export function ocadMaps(list: readonly OcadLayer[]): Overlay {
  return {
    id: 'ocad-maps',
    sources: Object.fromEntries(
      list.map((layer): [string, VectorSourceSpecification] => [
        sourceId(layer),
        { type: 'vector', url: archiveUrl(layer.tiles.wgs84) },
      ]),
    ),
    datumUrls: Object.fromEntries(
      list.map((layer) => [
        sourceId(layer),
        { wgs84: archiveUrl(layer.tiles.wgs84), gcj02: archiveUrl(layer.tiles.gcj02) },
      ]),
    ),
    layers: () =>
      list.flatMap((layer) => [
        paperLayer(layer),
        ...layer.colors.flatMap((color, index) =>
          color.kinds.map((kind) => styleLayer(layer, kind, color, index)),
        ),
      ]),
  };
}

function paperLayer(layer: OcadLayer): LayerSpecification {
  return {
    id: ocadPaperId(layer),
    source: sourceId(layer),
    'source-layer': 'paper',
    type: 'fill',
    layout: { visibility: layer.hasPaper ? 'visible' : 'none' },
    paint: { 'fill-color': '#ffffff' },
  };
}

function styleLayer(
  layer: OcadLayer,
  kind: OcadLayerKind,
  { rgb, opacity }: OcadColor,
  index: number,
): LayerSpecification {
  const visibility = layer.hiddenColors.has(index) ? 'none' : 'visible';
  const common = {
    id: ocadLayerId(layer, kind, index),
    source: sourceId(layer),
    'source-layer': `${kind}${index}`,
  } as const;
  const pixels = (metres: ExpressionSpecification, zooms?: readonly number[]) =>
    pixelsOf(metres, layer.latitude, zooms);
  if (kind === 'a')
    return {
      ...common,
      type: 'fill',
      layout: { visibility },
      paint: { 'fill-color': rgb, 'fill-opacity': opacity },
    };
  if (kind === 't')
    return {
      ...common,
      type: 'symbol',
      layout: {
        visibility,
        'text-field': ['get', 'text'],
        'text-font': ['case', ['get', 'b'], ['literal', BOLD], ['literal', REGULAR]],
        // MapLibre limits the sizes of a text to 511 pixels at both stops around its zoom: they must be near.
        'text-size': pixels(['get', 's'], ZOOMS),
        'text-rotate': ['get', 'a'],
        'text-anchor': ['match', ['get', 'h'], 'center', 'center', 'right', 'right', 'left'],
        'text-offset': [0, BASELINE_OFFSET],
        'text-max-width': 1_000,
        'text-rotation-alignment': 'map',
        'text-pitch-alignment': 'map',
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: {
        'text-color': rgb,
        'text-opacity': opacity,
        'text-halo-color': rgb,
        'text-halo-width': pixels(['get', 'o']),
      },
    };
  return {
    ...common,
    type: 'line',
    layout: { visibility, 'line-cap': kind === 'r' ? 'round' : 'butt', 'line-join': ['get', 'j'] },
    paint: { 'line-color': rgb, 'line-opacity': opacity, 'line-width': pixels(['get', 'w']) },
  };
}

/** A length on the ground in pixels: it doubles with each zoom. */
function pixelsOf(
  metres: ExpressionSpecification,
  latitude: number,
  zooms: readonly number[] = [0, MAX_ZOOM],
): ExpressionSpecification {
  const at = (zoom: number) => 2 ** zoom / (METRES_PER_PIXEL * Math.cos((latitude * Math.PI) / 180));
  const stops = zooms.flatMap((zoom): [number, ExpressionSpecification] => [zoom, ['*', metres, at(zoom)]]);
  return ['interpolate', ['exponential', 2], ['zoom'], ...stops] as ExpressionSpecification;
}
