import type { Feature, FeatureCollection } from 'geojson';
import type { GeoJSONSourceDiff } from 'maplibre-gl';

type Key = string | number | symbol;

/**
 * What each source of the map holds, in WGS-84: another base layer may lie in other coordinates, and then all of it has to be handed
 * over anew.
 */
export class SourceFeatures {
  readonly #whole = new Map<string, FeatureCollection>();
  /** Of sources that were changed since they were set. */
  readonly #single = new Map<string, Map<Key, Feature>>();

  set(source: string, features: FeatureCollection): void {
    this.#single.delete(source);
    this.#whole.set(source, features);
  }

  change(source: string, { removeAll, remove = [], add = [], update = [] }: GeoJSONSourceDiff): void {
    const featuresById = removeAll === true ? new Map<Key, Feature>() : this.#singly(source);
    this.#single.set(source, featuresById);
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
    this.#whole.delete(source);
    this.#single.delete(source);
  }

  all(): Map<string, FeatureCollection> {
    const all = new Map(this.#whole);
    for (const [source, features] of this.#single)
      all.set(source, { type: 'FeatureCollection', features: [...features.values()] });
    return all;
  }

  #singly(source: string): Map<Key, Feature> {
    const features = this.#whole.get(source)?.features ?? [];
    this.#whole.delete(source);
    return this.#single.get(source) ?? new Map(features.map((feature) => [keyOf(feature), feature]));
  }
}

/** One without an id can be set, and not changed. */
function keyOf({ id }: Feature): Key {
  return id ?? Symbol('no id');
}
