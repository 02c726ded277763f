import { dirname, join } from 'node:path';
import type { BaseLayer } from '@wakeline/contract/entities/base-layer';
import { fillKeys } from './fill-keys.ts';
import type { FileLayer } from './layer-file.ts';
import { checkPmtiles } from './pmtiles-file.ts';
import { BaseLayersError, readLayerFile } from './read-layer-file.ts';

const BUILT_IN_FILE = join(import.meta.dirname, 'built-in.json');

/** Values of `WAKELINE_BASE_LAYERS` that are not a path. */
export const BUILT_IN = 'built-in';
export const NONE = 'none';

/** The base maps that this server offers. */
export interface BaseLayers {
  readonly list: readonly BaseLayer[];
  /** Index of the default layer; null when there is none. */
  readonly defaultIndex: number | null;
  /** Archives that this server serves: their file names in `folder`. */
  readonly folder: string | null;
  readonly files: ReadonlySet<string>;
  /** Servers without TLS that browsers must be allowed to request. */
  readonly origins: readonly string[];
  /** Why layers were skipped. */
  readonly warnings: readonly string[];
}

export const NO_BASE_LAYERS: BaseLayers = {
  list: [],
  defaultIndex: null,
  folder: null,
  files: new Set(),
  origins: [],
  warnings: [],
};

export interface BaseLayersOptions {
  /** `built-in`, `none`, or the path of a file. */
  readonly source: string;
  readonly keys: ReadonlyMap<string, string>;
  /** `/service` */
  readonly prefix: string;
}

/**
 * Reads the configured layers. A layer whose key is missing is skipped; the others move up.
 *
 * @throws BaseLayersError with file and field.
 */
export async function loadBaseLayers({ source, keys, prefix }: BaseLayersOptions): Promise<BaseLayers> {
  if (source === NONE) return NO_BASE_LAYERS;
  const path = source === BUILT_IN ? BUILT_IN_FILE : source;
  const file = await readLayerFile(path);
  const list: BaseLayer[] = [];
  const warnings: string[] = [];
  const files = new Set<string>();
  const origins = new Set<string>();
  let defaultIndex: number | null = null;
  for (const [layerIndex, fileLayer] of file.layers.entries()) {
    if (fileLayer.kind === 'pmtiles' && fileLayer.file !== undefined) {
      const problem = await checkPmtiles(join(dirname(path), fileLayer.file));
      if (problem !== null) throw new BaseLayersError(`${path}: layers[${layerIndex}].file: ${problem}`);
      files.add(fileLayer.file);
    }
    const filled = urlsOf(fileLayer, prefix).map((url) => fillKeys(url, keys));
    const missing = [...new Set(filled.flatMap((url) => url.missing))];
    if (missing.length > 0) {
      warnings.push(
        `base layer "${fileLayer.key}" is skipped: WAKELINE_BASE_LAYER_KEYS has no ${missing.join(', ')}`,
      );
      continue;
    }
    const urls = filled.map(({ text }) => text);
    for (const url of [...urls, ...(fileLayer.kind === 'style' ? fileLayer.origins : [])])
      if (url.startsWith('http://')) origins.add(new URL(url.replaceAll(/[{}]/g, '_')).origin);
    if (layerIndex === file.default) defaultIndex = list.length;
    list.push({
      ...layerDetails(fileLayer),
      index: list.length,
      key: fileLayer.key,
      names: fileLayer.names,
      urls,
    });
  }
  const folder = files.size === 0 ? null : dirname(path);
  const first = list.length === 0 ? null : 0;
  return { list, defaultIndex: defaultIndex ?? first, folder, files, origins: [...origins], warnings };
}

function urlsOf(fileLayer: FileLayer, prefix: string): readonly string[] {
  if (fileLayer.kind === 'blank') return [];
  if (fileLayer.kind === 'style') return [fileLayer.url];
  if (fileLayer.kind === 'pmtiles')
    return [fileLayer.file === undefined ? (fileLayer.url ?? '') : `${prefix}/base-layers/${fileLayer.file}`];
  return fileLayer.urls.flatMap(
    (url) => fileLayer.hosts?.map((host) => url.replaceAll('{s}', host)) ?? [url],
  );
}

function layerDetails(fileLayer: FileLayer): Omit<BaseLayer, 'index' | 'key' | 'names' | 'urls'> {
  if (fileLayer.kind === 'blank')
    return {
      kind: 'blank',
      type: 'blank',
      coordinates: 'wgs84',
      scheme: 'xyz',
      tileSize: 256,
      minZoom: 0,
      maxZoom: fileLayer.maxZoom,
      attribution: '',
      chart: false,
    };
  const { kind, type, coordinates, minZoom, maxZoom, attribution, chart } = fileLayer;
  return {
    kind,
    type,
    coordinates,
    scheme: fileLayer.kind === 'raster' ? fileLayer.scheme : 'xyz',
    tileSize: fileLayer.kind === 'style' ? 256 : fileLayer.tileSize,
    minZoom,
    maxZoom,
    attribution,
    chart,
  };
}
