import type { ImageSource } from 'maplibre-gl';
import { shiftSource } from '../base/datum-shift.ts';
import { cornersOf, type ImageLayer, imageLayerId, imageLayers } from '../layers/image-layers.ts';
import type { MapView } from '../map-view.ts';

export interface ImageLayersOnMap {
  /** Draws these layers only; the first one is the lowest. */
  set(list: readonly ImageLayer[]): void;
  stop(): void;
}

function isSameImage({ key, url, tiles }: ImageLayer, other: ImageLayer | undefined): boolean {
  return key === other?.key && url === other.url && tiles?.wgs84 === other.tiles?.wgs84;
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
    get datumUrls() {
      return imageLayers(currentLayers).datumUrls ?? {};
    },
    layers: (...palette: Parameters<ReturnType<typeof imageLayers>['layers']>) =>
      imageLayers(currentLayers).layers(...palette),
  };

  function updateInPlace(): void {
    const { sources } = overlay;
    for (const layer of currentLayers) {
      const id = imageLayerId(layer);
      const spec = sources[id];
      if (spec?.type === 'image') {
        const { coordinates } = shiftSource({ ...spec, coordinates: cornersOf(layer) }, view.toMapDatum);
        view.engine.getSource<ImageSource>(id)?.setCoordinates(coordinates);
      }
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
        list.every((layer, index) => isSameImage(layer, currentLayers[index]));
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
