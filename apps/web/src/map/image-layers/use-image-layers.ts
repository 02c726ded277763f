import type { ImageSource } from 'maplibre-gl';
import { shiftSource } from '../base/datum-shift.ts';
import { cornersOf, type ImageLayer, imageLayerId, imageLayers } from '../layers/image-layers.ts';
import type { MapView } from '../map-view.ts';
import { type OverlayKind, useOverlayList } from '../style/use-overlay-list.ts';

const IMAGES: OverlayKind<ImageLayer> = {
  compose: imageLayers,
  hasSameSources: ({ key, url, tiles }, other) =>
    key === other.key && url === other.url && tiles?.wgs84 === other.tiles?.wgs84,
  update(view, list) {
    const { sources } = imageLayers(list);
    for (const layer of list) {
      const id = imageLayerId(layer);
      const spec = sources[id];
      if (spec?.type === 'image') {
        const { coordinates } = shiftSource({ ...spec, coordinates: cornersOf(layer) }, view.toMapDatum);
        view.engine.getSource<ImageSource>(id)?.setCoordinates(coordinates);
      }
      view.engine.setPaintProperty(id, 'raster-opacity', layer.opacity);
    }
  },
};

/** Draws images for the lifetime of the component. An image that only moves or fades is not requested again. */
export function useImageLayers(view: MapView, list: readonly ImageLayer[]): void {
  useOverlayList(view, list, IMAGES);
}
