import { create } from 'zustand';
import { readLocalStorage } from '../../ui/local-storage.ts';
import { parseStoredLayer, parseTransparency, type StoredLayer } from './choice.ts';

const LAYER_KEY = 'mapLayer';
const TRANSPARENCY_KEY = 'mapLayerTransparency';

interface LayerChoiceState {
  readonly storedLayer: StoredLayer | null;
  /** Per cent. */
  readonly transparency: number;
  readonly storeLayer: (layer: StoredLayer) => void;
  readonly setTransparency: (transparency: number) => void;
}

/** The base layer selected in this browser, for all screens. */
export const useLayerChoice = create<LayerChoiceState>((set) => ({
  storedLayer: readLocalStorage(LAYER_KEY, parseStoredLayer),
  transparency: readLocalStorage(TRANSPARENCY_KEY, parseTransparency) ?? 0,
  storeLayer(storedLayer) {
    localStorage.setItem(LAYER_KEY, JSON.stringify(storedLayer));
    set({ storedLayer });
  },
  setTransparency(transparency) {
    localStorage.setItem(TRANSPARENCY_KEY, JSON.stringify(transparency));
    set({ transparency });
  },
}));
