import type { Feature, FeatureCollection } from 'geojson';
import type { GeoJSONSourceDiff } from 'maplibre-gl';

type Key = string | number | symbol;

/**
 * What each source of the map holds, in WGS-84: another base layer may lie in other coordinates, and then all of it has to be handed
 * over anew.
 */
export class GroundFeatures {
  readonly #whole = new Map<string, FeatureCollection>();
  /** Of sources that were changed since they were set. */
  readonly #single = new Map<string, Map<Key, Feature>>();

  set(source: string, features: FeatureCollection): void {
    this.#single.delete(source);
    this.#whole.set(source, features);
  }

  change(source: string, { removeAll, remove = [], add = [], update = [] }: GeoJSONSourceDiff): void {
    const held = removeAll === true ? new Map<Key, Feature>() : this.#singly(source);
    this.#single.set(source, held);
    for (const id of remove) held.delete(id);
    for (const feature of add) held.set(keyOf(feature), feature);
    for (const one of update) {
      const before = held.get(one.id);
      if (before === undefined) continue;
      const properties = one.removeAllProperties === true ? {} : { ...before.properties };
      for (const name of one.removeProperties ?? []) delete properties[name];
      for (const { key, value } of one.addOrUpdateProperties ?? []) properties[key] = value;
      held.set(one.id, { ...before, geometry: one.newGeometry ?? before.geometry, properties });
    }
  }

  forget(source: string): void {
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
