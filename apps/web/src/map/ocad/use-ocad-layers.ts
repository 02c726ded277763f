import { type OcadLayer, ocadLayerId, ocadMaps, ocadPaperId } from '../layers/ocad-maps.ts';
import type { MapView } from '../map-view.ts';
import { type OverlayKind, useOverlayList } from '../style/use-overlay-list.ts';

const OCAD_MAPS: OverlayKind<OcadLayer> = {
  compose: ocadMaps,
  hasSameSources: ({ key, tiles }, other) => key === other.key && tiles.wgs84 === other.tiles.wgs84,
  update({ engine }, list) {
    const setVisible = (id: string, isVisible: boolean) =>
      engine.setLayoutProperty(id, 'visibility', isVisible ? 'visible' : 'none');
    for (const layer of list) {
      setVisible(ocadPaperId(layer), layer.hasPaper);
      for (const [index, { kinds }] of layer.colors.entries())
        for (const kind of kinds) setVisible(ocadLayerId(layer, kind, index), !layer.hiddenColors.has(index));
    }
  },
};

/** Draws maps of OCAD files for the lifetime of the component. Hiding a color requests no tiles again. */
export function useOcadLayers(view: MapView, list: readonly OcadLayer[]): void {
  useOverlayList(view, list, OCAD_MAPS);
}
