import type {
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import { ORDER, type OverlayId } from './order.ts';
import type { Overlay } from './overlay.ts';
import { type MapFlavour, PALETTES } from './palette.ts';
import { type WorldLanguage, worldStyle } from './world-style.ts';

/** Everything on which the style of the map depends. */
export interface StyleState {
  readonly flavour: MapFlavour;
  readonly language: WorldLanguage;
  readonly overlays: ReadonlyMap<OverlayId, Overlay>;
}

/**
 * The whole style: the world map, then the overlays in their order.
 *
 * @param held Sources of the map as it is, which keep their features.
 */
export function composeStyle(
  state: StyleState,
  held: Readonly<Record<string, SourceSpecification>>,
  worldUrl: string,
): StyleSpecification {
  const palette = PALETTES[state.flavour];
  const world = worldStyle(palette.world, state.language, worldUrl);
  const sources: Record<string, SourceSpecification> = { ...world.sources };
  const layers: LayerSpecification[] = [...world.layers];
  for (const id of ORDER) {
    const overlay = state.overlays.get(id);
    if (overlay === undefined) continue;
    for (const [name, source] of Object.entries(overlay.sources)) sources[name] = held[name] ?? source;
    layers.push(...overlay.layers(palette));
  }
  return { version: 8, sources, layers };
}
