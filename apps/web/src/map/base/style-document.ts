import type {
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import { fadeLayer } from './style-opacity.ts';

/** The parts of a style used as a base layer. */
export interface StyleDocument {
  readonly sources: Readonly<Record<string, SourceSpecification>>;
  readonly layers: readonly LayerSpecification[];
  readonly sprite: StyleSpecification['sprite'];
}

/**
 * Fetches a style document.
 *
 * @throws Error if it cannot be loaded or is not a style.
 */
export async function fetchStyle(url: string, signal: AbortSignal): Promise<StyleDocument> {
  const response = await fetch(url, { signal, credentials: 'omit' });
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
  const style: Partial<StyleSpecification> = await response.json();
  const { sources = {}, layers, sprite } = style;
  if (style.version !== 8 || !Array.isArray(layers)) throw new Error(`${url} is not a MapLibre style`);
  const toAbsolute = (address: string) => (/^[a-z]+:/i.test(address) ? address : resolveUrl(address, url));
  return {
    sources: Object.fromEntries(
      Object.entries(sources).map(([name, source]) => [name, withAbsoluteUrls(source, toAbsolute)]),
    ),
    layers,
    sprite:
      typeof sprite === 'string'
        ? toAbsolute(sprite)
        : sprite?.map((one) => ({ ...one, url: toAbsolute(one.url) })),
  };
}

/** URL templates keep their placeholders, such as {z}. */
function resolveUrl(relativeUrl: string, url: string): string {
  return new URL(relativeUrl, url).href.replaceAll('%7B', '{').replaceAll('%7D', '}');
}

function withAbsoluteUrls(
  source: SourceSpecification,
  toAbsolute: (address: string) => string,
): SourceSpecification {
  const { url, tiles, data } = source as {
    readonly url?: unknown;
    readonly tiles?: unknown;
    readonly data?: unknown;
  };
  return {
    ...source,
    ...(typeof url === 'string' && { url: toAbsolute(url) }),
    ...(Array.isArray(tiles) && { tiles: tiles.map((tile) => toAbsolute(String(tile))) }),
    ...(typeof data === 'string' && { data: toAbsolute(data) }),
  } as SourceSpecification;
}

/**
 * The style with prefixed source and layer ids.
 *
 * @param background whether its background is drawn: without it, the layers below are visible.
 */
export function prefixStyle(
  { sources, layers, sprite }: StyleDocument,
  prefix: string,
  { opacity, background }: { readonly opacity: number; readonly background: boolean },
): StyleDocument {
  return {
    sources: Object.fromEntries(
      Object.entries(sources).map(([source, specification]) => [`${prefix}:${source}`, specification]),
    ),
    layers: layers
      .filter(({ type }) => background || type !== 'background')
      .map((layer) => {
        const faded = fadeLayer(layer, opacity);
        return {
          ...faded,
          id: `${prefix}:${layer.id}`,
          ...('source' in layer && { source: `${prefix}:${layer.source}` }),
        } as LayerSpecification;
      }),
    sprite,
  };
}
