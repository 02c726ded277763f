import type {
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import { type BaseStyle, NO_BASE } from '../base/base-style.ts';
import { countGroundLayers, OVERLAY_ORDER, type OverlayId } from './order.ts';
import type { Overlay } from './overlay.ts';
import { type MapFlavour, type MapPalette, PALETTES } from './palette.ts';
import { type WorldLanguage, worldStyle } from './world-style.ts';

/** Everything that the map style depends on. */
export interface StyleState {
  readonly flavour: MapFlavour;
  readonly language: WorldLanguage;
  /** Between the world map and the overlays; default: nothing. */
  readonly base?: BaseStyle;
  readonly overlays: ReadonlyMap<OverlayId, Overlay>;
}

/**
 * The complete style: the world map, the base layer, then the overlays in their order.
 *
 * @param currentSources existing sources of the map, which keep their features
 */
export function composeStyle(
  state: StyleState,
  currentSources: Readonly<Record<string, SourceSpecification>>,
  worldUrl: string,
): StyleSpecification {
  const palette = PALETTES[state.flavour];
  const world = worldStyle(palette.world, state.language, worldUrl);
  const { base = NO_BASE } = state;
  const sources: Record<string, SourceSpecification> = {
    ...(base.showsWorld ? world.sources : {}),
    ...base.sources,
  };
  const layers: LayerSpecification[] = [
    ...(base.showsWorld ? world.layers : [blankBackground(palette)]),
    ...base.layers,
  ];
  for (const id of OVERLAY_ORDER) {
    const overlay = state.overlays.get(id);
    if (overlay === undefined) continue;
    for (const [name, source] of Object.entries(overlay.sources))
      sources[name] = currentSources[name] ?? source;
    const at = overlay.belowLabels ? countGroundLayers(layers) : layers.length;
    layers.splice(at, 0, ...overlay.layers(palette));
  }
  return {
    version: 8,
    sources,
    layers,
    ...(base.sprite !== undefined && { sprite: base.sprite }),
  };
}

/** The blank layer is only a background. */
function blankBackground({ world }: MapPalette): LayerSpecification {
  return { id: 'blank-ground', type: 'background', paint: { 'background-color': world.land } };
}
