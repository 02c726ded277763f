import type { Feature, FeatureCollection } from 'geojson';
import type { GeoJSONSourceDiff } from 'maplibre-gl';

type Key = string | number | symbol;

/**
 * The features of each source of the map, in WGS-84. A base layer with another datum requires setting all of them
 * again.
 */
export class SourceFeatures {
  readonly #collections = new Map<string, FeatureCollection>();
  /** For sources that were changed since they were set. */
  readonly #featuresById = new Map<string, Map<Key, Feature>>();

  set(source: string, features: FeatureCollection): void {
    this.#featuresById.delete(source);
    this.#collections.set(source, features);
  }

  change(source: string, { removeAll, remove = [], add = [], update = [] }: GeoJSONSourceDiff): void {
    const featuresById = removeAll === true ? new Map<Key, Feature>() : this.#indexById(source);
    this.#featuresById.set(source, featuresById);
    for (const id of remove) featuresById.delete(id);
    for (const feature of add) featuresById.set(keyOf(feature), feature);
    for (const change of update) {
      const before = featuresById.get(change.id);
      if (before === undefined) continue;
      const properties = change.removeAllProperties === true ? {} : { ...before.properties };
      for (const name of change.removeProperties ?? []) delete properties[name];
      for (const { key, value } of change.addOrUpdateProperties ?? []) properties[key] = value;
      featuresById.set(change.id, { ...before, geometry: change.newGeometry ?? before.geometry, properties });
    }
  }

  delete(source: string): void {
    this.#collections.delete(source);
    this.#featuresById.delete(source);
  }

  all(): Map<string, FeatureCollection> {
    const all = new Map(this.#collections);
    for (const [source, features] of this.#featuresById)
      all.set(source, { type: 'FeatureCollection', features: [...features.values()] });
    return all;
  }

  #indexById(source: string): Map<Key, Feature> {
    const features = this.#collections.get(source)?.features ?? [];
    this.#collections.delete(source);
    return this.#featuresById.get(source) ?? new Map(features.map((feature) => [keyOf(feature), feature]));
  }
}

/** A feature without an id can be set, but not changed. */
function keyOf({ id }: Feature): Key {
  return id ?? Symbol('no id');
}
