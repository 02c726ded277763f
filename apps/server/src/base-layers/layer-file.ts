import { COORDINATE_SYSTEMS } from '@wakeline/contract/entities/base-layer';
import { LANGUAGES } from '@wakeline/contract/entities/user-config';
import { z } from 'zod';

/** Maximum zoom of maps, and of the blank layer. */
const MAX_ZOOM = 20;
const MAX_ZOOM_BLANK = 21;

const address = z
  .string()
  .max(2_000)
  .refine((text) => /^https?:\/\/[^\s/]/.test(text), 'must start with https:// or http://');
const name = z.string().trim().min(1).max(40);
const zoom = z.int().min(0).max(24);

const commonFields = {
  key: z.string().regex(/^[a-z\d][a-z\d-]{0,39}$/, 'must consist of lower-case letters, digits and hyphens'),
  names: z.strictObject(
    Object.fromEntries(LANGUAGES.map((language) => [language, name])) as Record<
      (typeof LANGUAGES)[number],
      typeof name
    >,
  ),
};

const drawnFields = {
  ...commonFields,
  type: z.enum(['roadmap', 'satellite', 'terrain', 'sea', 'themed']),
  coordinates: z.enum(COORDINATE_SYSTEMS),
  minZoom: zoom.default(0),
  maxZoom: zoom.default(MAX_ZOOM),
  attribution: z.string().trim().max(200).default(''),
  chart: z.boolean().default(false),
};

const raster = z.strictObject({
  ...drawnFields,
  kind: z.literal('raster'),
  urls: z.array(address).min(1).max(20),
  /** Values for `{s}` in the URLs. */
  hosts: z.array(z.string().min(1).max(100)).min(1).max(20).optional(),
  scheme: z.enum(['xyz', 'tms', 'quadkey']).default('xyz'),
  tileSize: z.union([z.literal(256), z.literal(512)]).default(256),
});

const pmtiles = z.strictObject({
  ...drawnFields,
  kind: z.literal('pmtiles'),
  /** The name of a file in the folder of the configuration… */
  file: z
    .string()
    .regex(/^[\w][\w.-]*\.pmtiles$/, 'is not the name of a .pmtiles file in the same folder')
    .optional(),
  /** …or the URL of an archive on another server. */
  url: address.optional(),
  tileSize: z.union([z.literal(256), z.literal(512)]).default(256),
});

const style = z.strictObject({
  ...drawnFields,
  kind: z.literal('style'),
  url: address,
  /** Servers without TLS that the style loads tiles from: browsers must be allowed to request them. */
  origins: z.array(address).max(20).default([]),
});

const blank = z.strictObject({
  ...commonFields,
  kind: z.literal('blank'),
  maxZoom: zoom.default(MAX_ZOOM_BLANK),
});

const layer = z.discriminatedUnion('kind', [raster, pmtiles, style, blank]);
export type FileLayer = z.output<typeof layer>;

export const layerFile = z
  .strictObject({
    /** Index of the default layer in the list, counted from 0. */
    default: z.int().nonnegative(),
    layers: z.array(layer).min(1).max(100),
  })
  .superRefine(({ default: defaultIndex, layers }, context) => {
    const addIssue = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    if (defaultIndex >= layers.length)
      addIssue(['default'], `must be less than the number of layers, ${layers.length}`);
    layers.forEach((fileLayer, index) => {
      for (const { field, message } of findProblems(fileLayer)) addIssue(['layers', index, field], message);
      if (layers.findIndex(({ key }) => key === fileLayer.key) < index)
        addIssue(['layers', index, 'key'], 'is the key of another layer');
    });
  });
export type LayerFile = z.output<typeof layerFile>;

interface Problem {
  readonly field: string;
  readonly message: string;
}

/** Problems between the fields of a layer. */
function findProblems(fileLayer: FileLayer): readonly Problem[] {
  if (fileLayer.kind === 'blank') return [];
  const problems: Problem[] = [];
  if (fileLayer.minZoom > fileLayer.maxZoom)
    problems.push({ field: 'minZoom', message: 'is greater than maxZoom' });
  if (fileLayer.kind === 'pmtiles' && (fileLayer.file === undefined) === (fileLayer.url === undefined))
    problems.push({ field: 'file', message: 'requires either file or url, not both' });
  if (fileLayer.kind === 'raster')
    for (const url of fileLayer.urls) {
      const message = urlProblem(url, fileLayer);
      if (message !== null) problems.push({ field: 'urls', message });
    }
  return problems;
}

/** The problem of a tile URL; null when it is valid. */
function urlProblem(url: string, { scheme, hosts }: Extract<FileLayer, { kind: 'raster' }>): string | null {
  const quadkey = url.includes('{quadkey}');
  const hasPlaceholders =
    ['{z}', '{x}'].every((placeholder) => url.includes(placeholder)) && /\{-?y\}/.test(url);
  if (scheme === 'quadkey' && !quadkey) return 'must contain {quadkey} with the scheme quadkey';
  if (scheme !== 'quadkey' && !hasPlaceholders) return 'must contain {z}, {x} and {y} (or {-y})';
  if (scheme === 'xyz' && url.includes('{-y}')) return 'contains {-y}, which requires the scheme tms';
  if (url.includes('{s}') !== (hosts !== undefined))
    return '{s} in the URL requires hosts, and hosts require {s}';
  return null;
}
