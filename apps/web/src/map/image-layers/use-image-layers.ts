import { useEffect, useRef } from 'react';
import type { ImageLayer } from '../layers/image-layers.ts';
import type { MapView } from '../map-view.ts';
import { type ImageLayersOnMap, showImageLayers } from './image-layers-on-map.ts';

/** Draws images on a map for the lifetime of the component. */
export function useImageLayers(view: MapView, list: readonly ImageLayer[]): void {
  const layersOnMap = useRef<ImageLayersOnMap>(null);

  useEffect(() => {
    const created = showImageLayers(view);
    layersOnMap.current = created;
    return () => {
      created.stop();
      layersOnMap.current = null;
    };
  }, [view]);

  // Runs after the effect above, also when a parked screen is restored.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view has no layers yet
  useEffect(() => layersOnMap.current?.set(list), [view, list]);
}
