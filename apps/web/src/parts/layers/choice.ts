import type { BaseLayer } from '@wakeline/contract/entities/base-layer';

/**
 * The stored choice of a layer. Both values must match, because a changed list may have another layer at the same
 * index.
 */
export interface StoredLayer {
  readonly index: number;
  readonly name: string;
}

/** 0 to 100 in steps of 10. */
export const TRANSPARENCY_STEP = 10;

export function parseStoredLayer(stored: unknown): StoredLayer | null {
  const { index, name } = Object(stored) as Partial<StoredLayer>;
  return typeof index === 'number' && typeof name === 'string' ? { index, name } : null;
}

export function parseTransparency(stored: unknown): number | null {
  return typeof stored === 'number' && stored >= 0 && stored <= 100
    ? Math.round(stored / TRANSPARENCY_STEP) * TRANSPARENCY_STEP
    : null;
}

/** The active layer: the stored one if it still exists, else the default. */
export function findLayer(
  layers: readonly BaseLayer[],
  defaultIndex: number | null,
  storedLayer: StoredLayer | null,
): BaseLayer | null {
  return (
    layers.find(({ index, key }) => index === storedLayer?.index && key === storedLayer.name) ??
    layers.find(({ index }) => index === defaultIndex) ??
    null
  );
}
