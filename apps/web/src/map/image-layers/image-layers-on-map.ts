import type { ImageSource } from 'maplibre-gl';
import { shiftSource } from '../base/datum-shift.ts';
import { cornersOf, type ImageLayer, imageLayerId, imageLayers } from '../layers/image-layers.ts';
import type { MapView } from '../map-view.ts';

export interface ImageLayersOnMap {
  /** Draws these and no others, the first the lowest. */
  set(list: readonly ImageLayer[]): void;
  stop(): void;
}

/** Pictures on a map. One that only moves or fades is not asked for again. */
export function showImageLayers(view: MapView): ImageLayersOnMap {
  let currentLayers: readonly ImageLayer[] = [];
  let hide: (() => void) | null = null;
  // What is composed anew with another style is what is shown then.
  const overlay = {
    id: 'image-layers' as const,
    get sources() {
      return imageLayers(currentLayers).sources;
    },
    layers: (...palette: Parameters<ReturnType<typeof imageLayers>['layers']>) =>
      imageLayers(currentLayers).layers(...palette),
  };

  function change(): void {
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
      const same =
        list.length === currentLayers.length &&
        list.every(
          ({ key, url }, index) => key === currentLayers[index]?.key && url === currentLayers[index]?.url,
        );
      if (same) {
        currentLayers = list;
        change();
        return;
      }
      stop();
      currentLayers = list;
      if (list.length > 0) hide = view.show(overlay);
    },
    stop,
  };
}
