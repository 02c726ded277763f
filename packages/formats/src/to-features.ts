import type { MapFeature, MapGeometry } from './map-feature.ts';

/** The attributes that all geometries of one object in a file share. */
export type CommonAttributes = Pick<MapFeature, 'name' | 'note' | 'color' | 'line'>;

/** Creates a feature for each geometry; from the second on, names are numbered to distinguish them. */
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
