import type { MapView } from '../map-view.ts';
import { PALETTES } from '../style/palette.ts';
import { type Scene, toRgb } from './scene.ts';
import { createSceneLayer, SCENE_LAYER } from './scene-layer.ts';

/**
 * Keeps a scene drawn above everything, below a sky, in the colours of the map's flavour. Returns a function that
 * removes it.
 */
export function showSceneLayer(view: MapView, scene: Scene): () => void {
  const { engine } = view;

  /** Adds the layer again after a lost WebGL context. */
  function ensureLayer(): void {
    if (engine.getLayer(SCENE_LAYER) === undefined) engine.addLayer(createSceneLayer(scene));
    else if (engine.getLayersOrder().at(-1) !== SCENE_LAYER) engine.moveLayer(SCENE_LAYER);
  }

  function applyPalette(): void {
    const { casing, sky, relief } = PALETTES[view.flavour];
    scene.casing = toRgb(casing);
    scene.shade = toRgb(relief.shade);
    engine.setSky({
      'sky-color': sky.top,
      'horizon-color': sky.horizon,
      'fog-color': sky.horizon,
      'sky-horizon-blend': 0.7,
      'horizon-fog-blend': 0.6,
      'fog-ground-blend': 0.85,
    });
    ensureLayer();
  }

  applyPalette();
  const subscriptions = [
    // After a change of the theme or of the base layer.
    engine.on('style.load', applyPalette),
    engine.on('styledata', ensureLayer),
  ];
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe();
    if (engine.getLayer(SCENE_LAYER) !== undefined) engine.removeLayer(SCENE_LAYER);
  };
}
