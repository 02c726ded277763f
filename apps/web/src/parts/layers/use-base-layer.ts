import { useMemo } from 'react';
import type { ShownBase } from '../../map/base/shown-base.ts';
import { layerOf } from './choice.ts';
import { useLayerChoice } from './choice-store.ts';
import { useBaseLayers } from './use-base-layers.ts';

const OPAQUE = 100;

/**
 * What lies under the maps, as `MapHost` takes it: the chosen one of the base layers that the page brings, or of those of the user; null:
 * the shipped world map alone.
 */
export function useBaseLayer(): ShownBase | null {
  const { list, defaultIndex } = useBaseLayers();
  const { remembered, transparency } = useLayerChoice();
  return useMemo(() => {
    const layer = layerOf(list, defaultIndex, remembered);
    return layer === null ? null : { layer, opacity: 1 - transparency / OPAQUE };
  }, [list, defaultIndex, remembered, transparency]);
}
