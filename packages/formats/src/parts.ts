import type { MapFeature, MapGeometry } from './map-feature.ts';

/** What all parts of one thing in a file have in common. */
export type Common = Pick<MapFeature, 'name' | 'note' | 'color' | 'line'>;

/** A feature of each part; from the second on their names are numbered, so that people can tell them apart. */
export function featuresOf(common: Common, parts: readonly MapGeometry[]): readonly MapFeature[] {
  return parts.map((part, at) => ({
    ...part,
    ...common,
    name: at === 0 || common.name === '' ? common.name : `${common.name} ${at + 1}`,
  }));
}
