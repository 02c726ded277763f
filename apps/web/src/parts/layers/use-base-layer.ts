import { useMemo } from 'react';
import type { BaseLayerSelection } from '../../map/base/base-layer-selection.ts';
import { findLayer } from './choice.ts';
import { useLayerChoice } from './choice-store.ts';
import { useBaseLayers } from './use-base-layers.ts';

const MAX_TRANSPARENCY = 100;

/**
 * The base layer for `MapHost`: the selected one of the page's own layers or of the user's; null: the built-in world
 * map only.
 */
export function useBaseLayer(): BaseLayerSelection | null {
  const { list, defaultIndex } = useBaseLayers();
  const { storedLayer, transparency } = useLayerChoice();
  return useMemo(() => {
    const layer = findLayer(list, defaultIndex, storedLayer);
    return layer === null ? null : { layer, opacity: 1 - transparency / MAX_TRANSPARENCY };
  }, [list, defaultIndex, storedLayer, transparency]);
}
