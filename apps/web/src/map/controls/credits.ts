import type { BaseLayerSelection } from '../base/base-layer-selection.ts';
import { BASE_ID_PREFIX } from '../base/base-style.ts';
import type { MapView } from '../map-view.ts';

/** The attributions of the built-in world map, as its licences require. */
export function worldCredits(view: MapView): string[] {
  const sources = Object.entries(view.engine.getStyle().sources)
    .filter(([name]) => !name.startsWith(BASE_ID_PREFIX))
    .map(([, source]) => source);
  const credits = sources.map((source) => ('attribution' in source ? source.attribution : undefined));
  return [...new Set(credits.filter((credit) => credit !== undefined))];
}

/** The attribution of everything in the base map. */
export function creditsText(base: BaseLayerSelection | null, world: readonly string[]): string {
  if (base?.layer.kind === 'blank') return '';
  return [base?.layer.attribution, ...world].filter(Boolean).join(' · ');
}
