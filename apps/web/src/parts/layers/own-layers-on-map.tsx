import { useImageLayers } from '../../map/image-layers/use-image-layers.ts';
import type { MapView } from '../../map/map-view.ts';
import { useVisibleLayers } from './use-own-layers.ts';

/** Draws the visible layers of the account, for users who have the function. */
export function OwnLayersOnMap({ view }: { readonly view: MapView }) {
  useImageLayers(view, useVisibleLayers());
  return null;
}
