import type { Feature } from 'geojson';
import { clusterSize, ringSegments } from '../icons/cluster-image.ts';
import { writeImageSubject } from '../icons/images.ts';
import type { Cluster } from './cluster-index.ts';

export type ClusterFeature = Feature & { readonly id: number };

/** A cluster as a map feature; its id is the cluster key. */
export function clusterFeature({ key, lng, lat, count, counts }: Cluster): ClusterFeature {
  return {
    type: 'Feature',
    id: key,
    properties: {
      image: writeImageSubject(['cluster', clusterSize(count), ringSegments(counts)]),
      text: shortCount(count),
    },
    geometry: { type: 'Point', coordinates: [lng, lat] },
  };
}

/** Five digits do not fit into the ring. */
export function shortCount(count: number): string {
  return count < 10_000 ? String(count) : `${Math.floor(count / 1000)}k`;
}

/** Whether two states of a cluster are drawn the same. */
export function hasSameAppearance(a: Cluster, b: Cluster): boolean {
  return (
    a.lng === b.lng &&
    a.lat === b.lat &&
    a.count === b.count &&
    ringSegments(a.counts).join() === ringSegments(b.counts).join()
  );
}
