import { create } from 'zustand';
import { readStored } from '../../ui/stored.ts';
import { asRememberedLayer, asTransparency, type RememberedLayer } from './choice.ts';

const LAYER_KEY = 'mapLayer';
const TRANSPARENCY_KEY = 'mapLayerTransparency';

interface ChoiceState {
  readonly remembered: RememberedLayer | null;
  /** Per cent. */
  readonly transparency: number;
  readonly remember: (layer: RememberedLayer) => void;
  readonly setTransparency: (transparency: number) => void;
}

/** What this browser prefers to have under its maps: one choice for all screens. */
export const useLayerChoice = create<ChoiceState>((set) => ({
  remembered: readStored(LAYER_KEY, asRememberedLayer),
  transparency: readStored(TRANSPARENCY_KEY, asTransparency) ?? 0,
  remember(remembered) {
    localStorage.setItem(LAYER_KEY, JSON.stringify(remembered));
    set({ remembered });
  },
  setTransparency(transparency) {
    localStorage.setItem(TRANSPARENCY_KEY, JSON.stringify(transparency));
    set({ transparency });
  },
}));
