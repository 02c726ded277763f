import { useMemo } from 'react';
import type { BaseLayerSelection } from '../../map/base/base-layer-selection.ts';
import { findLayer } from './choice.ts';
import { useLayerChoice } from './choice-store.ts';
import { useBaseLayers } from './use-base-layers.ts';

const MAX_TRANSPARENCY = 100;

/**
 * What lies under the maps, as `MapHost` takes it: the chosen one of the base layers that the page brings, or of those of the user; null:
 * the shipped world map alone.
 */
export function useBaseLayer(): BaseLayerSelection | null {
  const { list, defaultIndex } = useBaseLayers();
  const { storedLayer, transparency } = useLayerChoice();
  return useMemo(() => {
    const layer = findLayer(list, defaultIndex, storedLayer);
    return layer === null ? null : { layer, opacity: 1 - transparency / MAX_TRANSPARENCY };
  }, [list, defaultIndex, storedLayer, transparency]);
}
