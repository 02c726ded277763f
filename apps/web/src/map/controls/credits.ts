import type { BaseLayerSelection } from '../base/base-layer-selection.ts';
import { BASE_ID_PREFIX } from '../base/base-style.ts';
import type { MapView } from '../map-view.ts';

/** Who made the data of the shipped world map, as their licences ask to be told. */
export function worldCredits(view: MapView): string[] {
  const sources = Object.entries(view.engine.getStyle().sources)
    .filter(([name]) => !name.startsWith(BASE_ID_PREFIX))
    .map(([, source]) => source);
  const credits = sources.map((source) => ('attribution' in source ? source.attribution : undefined));
  return [...new Set(credits.filter((credit) => credit !== undefined))];
}

/** What is told of who made what lies under everything. */
export function creditsText(base: BaseLayerSelection | null, world: readonly string[]): string {
  if (base?.layer.kind === 'blank') return '';
  return [base?.layer.attribution, ...world].filter(Boolean).join(' · ');
}
