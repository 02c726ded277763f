import type { MapFeature, MapGeometry } from './map-feature.ts';

/** What all parts of one thing in a file have in common. */
export type CommonAttributes = Pick<MapFeature, 'name' | 'note' | 'color' | 'line'>;

/** A feature of each part; from the second on their names are numbered, so that people can tell them apart. */
export function toFeatures(
  common: CommonAttributes,
  geometries: readonly MapGeometry[],
): readonly MapFeature[] {
  return geometries.map((geometry, at) => ({
    ...geometry,
    ...common,
    name: at === 0 || common.name === '' ? common.name : `${common.name} ${at + 1}`,
  }));
}
