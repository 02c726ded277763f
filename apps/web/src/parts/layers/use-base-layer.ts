import type { BaseLayer } from '@wakeline/contract/entities/base-layer';
import { useMemo } from 'react';
import type { ShownBase } from '../../map/base/shown-base.ts';
import { layerOf } from './choice.ts';
import { useLayerChoice } from './choice-store.ts';
import { useBaseLayers } from './use-base-layers.ts';

const OPAQUE = 100;

/** The chosen one of these layers as `MapHost` takes it; null: the shipped world map alone. For screens that have a list of their own. */
export function useChosenBase(layers: readonly BaseLayer[], defaultIndex: number | null): ShownBase | null {
  const { remembered, transparency } = useLayerChoice();
  return useMemo(() => {
    const layer = layerOf(layers, defaultIndex, remembered);
    return layer === null ? null : { layer, opacity: 1 - transparency / OPAQUE };
  }, [layers, defaultIndex, remembered, transparency]);
}

/** What lies under the maps of somebody who is signed in: `<MapHost base={useBaseLayer()}>`. */
export function useBaseLayer(): ShownBase | null {
  const { list, defaultIndex } = useBaseLayers();
  return useChosenBase(list, defaultIndex);
}
