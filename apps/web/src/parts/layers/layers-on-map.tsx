import { useImageLayers } from '../../map/image-layers/use-image-layers.ts';
import type { MapView } from '../../map/map-view.ts';
import { useOcadLayers } from '../../map/ocad/use-ocad-layers.ts';
import { useVisibleLayers } from './use-layers.ts';
import { useVisibleOcadMaps } from './use-ocad-maps.ts';

/** A map that is drawn even if it is hidden. */
export interface RequiredMap {
  readonly kind: 'raceLayer' | 'ocad';
  readonly id: number;
}

interface LayersOnMapProps {
  readonly view: MapView;
  readonly required?: RequiredMap | null;
}

/** Draws the visible layers of the account, of the kinds for which the user has the function. */
export function LayersOnMap({ view, required = null }: LayersOnMapProps) {
  useImageLayers(view, useVisibleLayers(required?.kind === 'raceLayer' ? required.id : null));
  useOcadLayers(view, useVisibleOcadMaps(required?.kind === 'ocad' ? required.id : null));
  return null;
}
