import type { ImageSource } from 'maplibre-gl';
import { shiftSource } from '../base/datum-shift.ts';
import { cornersOf, type ImageLayer, imageLayerId, imageLayers } from '../layers/image-layers.ts';
import type { MapView } from '../map-view.ts';

export interface ImageLayersOnMap {
  /** Draws these layers only; the first one is the lowest. */
  set(list: readonly ImageLayer[]): void;
  stop(): void;
}

/** Draws images on a map. An image that only moves or fades is not requested again. */
export function showImageLayers(view: MapView): ImageLayersOnMap {
  let currentLayers: readonly ImageLayer[] = [];
  let hide: (() => void) | null = null;
  // Getters, so that recomposing the style uses the current layers.
  const overlay = {
    id: 'image-layers' as const,
    get sources() {
      return imageLayers(currentLayers).sources;
    },
    layers: (...palette: Parameters<ReturnType<typeof imageLayers>['layers']>) =>
      imageLayers(currentLayers).layers(...palette),
  };

  function updateInPlace(): void {
    const { sources } = overlay;
    for (const layer of currentLayers) {
      const id = imageLayerId(layer);
      const spec = sources[id];
      if (spec?.type !== 'image') continue;
      const { coordinates } = shiftSource({ ...spec, coordinates: cornersOf(layer) }, view.toMapDatum);
      view.engine.getSource<ImageSource>(id)?.setCoordinates(coordinates);
      view.engine.setPaintProperty(id, 'raster-opacity', layer.opacity);
    }
  }

  function stop(): void {
    hide?.();
    hide = null;
    currentLayers = [];
  }

  return {
    set(list) {
      const hasSameImages =
        list.length === currentLayers.length &&
        list.every(
          ({ key, url }, index) => key === currentLayers[index]?.key && url === currentLayers[index]?.url,
        );
      if (hasSameImages) {
        currentLayers = list;
        updateInPlace();
        return;
      }
      stop();
      currentLayers = list;
      if (list.length > 0) hide = view.show(overlay);
    },
    stop,
  };
}
