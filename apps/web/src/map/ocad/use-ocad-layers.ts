import { useEffect, useRef } from 'react';
import { type OcadLayer, ocadLayerId, ocadMaps, ocadPaperId } from '../layers/ocad-maps.ts';
import type { MapView } from '../map-view.ts';

interface OcadLayersOnMap {
  /** Draws these maps only; the first one is the lowest. */
  set(list: readonly OcadLayer[]): void;
  stop(): void;
}

/** Draws maps of OCAD files. Hiding a color requests no tiles again. */
function showOcadLayers(view: MapView): OcadLayersOnMap {
  let currentLayers: readonly OcadLayer[] = [];
  let hide: (() => void) | null = null;
  // Getters, so that recomposing the style uses the current colors.
  const overlay = {
    id: 'ocad-maps' as const,
    get sources() {
      return ocadMaps(currentLayers).sources;
    },
    get datumUrls() {
      return ocadMaps(currentLayers).datumUrls ?? {};
    },
    layers: (...palette: Parameters<ReturnType<typeof ocadMaps>['layers']>) =>
      ocadMaps(currentLayers).layers(...palette),
  };

  function updateColors(): void {
    for (const layer of currentLayers) {
      setVisible(ocadPaperId(layer), layer.hasPaper);
      for (const [index, { kinds }] of layer.colors.entries())
        for (const kind of kinds) setVisible(ocadLayerId(layer, kind, index), !layer.hiddenColors.has(index));
    }
  }

  function setVisible(id: string, isVisible: boolean): void {
    view.engine.setLayoutProperty(id, 'visibility', isVisible ? 'visible' : 'none');
  }

  function stop(): void {
    hide?.();
    hide = null;
    currentLayers = [];
  }

  return {
    set(list) {
      const hasSameMaps =
        list.length === currentLayers.length &&
        list.every(({ key, tiles }, index) => {
          const current = currentLayers[index];
          return key === current?.key && tiles.wgs84 === current.tiles.wgs84;
        });
      if (hasSameMaps) {
        currentLayers = list;
        updateColors();
        return;
      }
      stop();
      currentLayers = list;
      if (list.length > 0) hide = view.show(overlay);
    },
    stop,
  };
}

/** Draws maps of OCAD files for the lifetime of the component. */
export function useOcadLayers(view: MapView, list: readonly OcadLayer[]): void {
  const layersOnMap = useRef<OcadLayersOnMap>(null);

  useEffect(() => {
    const created = showOcadLayers(view);
    layersOnMap.current = created;
    return () => {
      created.stop();
      layersOnMap.current = null;
    };
  }, [view]);

  // Runs after the effect above, also when a parked screen is restored.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view has no maps yet
  useEffect(() => layersOnMap.current?.set(list), [view, list]);
}
