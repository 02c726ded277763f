import type {
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import { fadedLayer } from './style-opacity.ts';

/** What of a style lies under everything else. */
export interface StyleParts {
  readonly sources: Readonly<Record<string, SourceSpecification>>;
  readonly layers: readonly LayerSpecification[];
  readonly sprite: StyleSpecification['sprite'];
}

/**
 * Asks for a style.
 *
 * @throws Error when it cannot be had, or is none.
 */
export async function readStyle(url: string, signal: AbortSignal): Promise<StyleParts> {
  const response = await fetch(url, { signal, credentials: 'omit' });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const style: Partial<StyleSpecification> = await response.json();
  const { sources = {}, layers, sprite } = style;
  if (style.version !== 8 || !Array.isArray(layers)) throw new Error(`${url} is no style`);
  const absolute = (address: string) => (/^[a-z]+:/i.test(address) ? address : atStyle(address, url));
  return {
    sources: Object.fromEntries(
      Object.entries(sources).map(([name, source]) => [name, withAddresses(source, absolute)]),
    ),
    layers,
    sprite:
      typeof sprite === 'string'
        ? absolute(sprite)
        : sprite?.map((one) => ({ ...one, url: absolute(one.url) })),
  };
}

/** Places for numbers stay as they are. */
function atStyle(address: string, url: string): string {
  return new URL(address, url).href.replaceAll('%7B', '{').replaceAll('%7D', '}');
}

function withAddresses(
  source: SourceSpecification,
  absolute: (address: string) => string,
): SourceSpecification {
  const { url, tiles, data } = source as {
    readonly url?: unknown;
    readonly tiles?: unknown;
    readonly data?: unknown;
  };
  return {
    ...source,
    ...(typeof url === 'string' && { url: absolute(url) }),
    ...(Array.isArray(tiles) && { tiles: tiles.map((tile) => absolute(String(tile))) }),
    ...(typeof data === 'string' && { data: absolute(data) }),
  } as SourceSpecification;
}

/**
 * The parts under names of their own.
 *
 * @param background whether the style's ground is drawn: without it what lies below shows through.
 */
export function namedParts(
  { sources, layers, sprite }: StyleParts,
  name: string,
  { opacity, background }: { readonly opacity: number; readonly background: boolean },
): StyleParts {
  return {
    sources: Object.fromEntries(
      Object.entries(sources).map(([source, specification]) => [`${name}:${source}`, specification]),
    ),
    layers: layers
      .filter(({ type }) => background || type !== 'background')
      .map((layer) => {
        const faded = fadedLayer(layer, opacity);
        return {
          ...faded,
          id: `${name}:${layer.id}`,
          ...('source' in layer && { source: `${name}:${layer.source}` }),
        } as LayerSpecification;
      }),
    sprite,
  };
}
