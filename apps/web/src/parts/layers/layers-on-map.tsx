import { useImageLayers } from '../../map/image-layers/use-image-layers.ts';
import type { MapView } from '../../map/map-view.ts';
import { useOcadLayers } from '../../map/ocad/use-ocad-layers.ts';
import { useVisibleLayers } from './use-layers.ts';
import { useVisibleOcadMaps } from './use-ocad-maps.ts';

/** Draws the visible layers of the account, of the kinds for which the user has the function. */
export function LayersOnMap({ view }: { readonly view: MapView }) {
  useImageLayers(view, useVisibleLayers());
  useOcadLayers(view, useVisibleOcadMaps());
  return null;
}
