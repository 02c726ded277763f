import { useEffect, useRef } from 'react';
import type { ImageLayer } from '../layers/image-layers.ts';
import type { MapView } from '../map-view.ts';
import { type ImageLayersOnMap, showImageLayers } from './image-layers-on-map.ts';

/** Draws pictures on a map while the component is there. */
export function useImageLayers(view: MapView, list: readonly ImageLayer[]): void {
  const layersOnMap = useRef<ImageLayersOnMap>(null);

  useEffect(() => {
    const made = showImageLayers(view);
    layersOnMap.current = made;
    return () => {
      made.stop();
      layersOnMap.current = null;
    };
  }, [view]);

  // After the one above, which also runs anew when a screen comes back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view shows nothing yet
  useEffect(() => layersOnMap.current?.set(list), [view, list]);
}
