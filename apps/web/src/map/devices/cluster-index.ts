import { wrapLng } from '@wakeline/domain/geo/web-mercator';
import { TRACKER_STATUSES, type TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import Supercluster, { type PointFeature } from 'supercluster';
import type { Bounds } from '../map-view.ts';

/** The specification's radius in pixels, and the last zoom at which markers still cluster: it stops at 17. */
export const CLUSTER_RADIUS = 80;
export const CLUSTER_MAX_ZOOM = 16;

export interface DevicePoint {
  readonly id: number;
  readonly lng: number;
  readonly lat: number;
  readonly status: TrackerStatus;
}

export interface Cluster {
  /** The lowest id in it: stays the same while the cluster does. */
  readonly key: number;
  readonly lng: number;
  readonly lat: number;
  readonly count: number;
  readonly counts: Readonly<Record<TrackerStatus, number>>;
}

/** What is to be drawn of an area at a zoom. */
export interface VisibleClusters {
  /** Ids of markers that stand alone. */
  readonly singles: readonly number[];
  readonly clusters: readonly Cluster[];
  /** Devices that it was chosen from, in view or not. */
  readonly deviceCount: number;
}

export interface ClusterIndex {
  /** Answers whether it is a new one. */
  put(device: DevicePoint): boolean;
  remove(id: number): void;
  /** These stand alone however close others are: the chosen one. So do all in SOS: an alarm is never hidden in a number. */
  pin(ids: ReadonlySet<number>): void;
  /** Works in what was changed. O(n log n): not at each change. */
  rebuild(): void;
  /** Devices that the last `rebuild` worked in. */
  readonly builtCount: number;
  /** By the state of the last `rebuild`. `zoom` is whole. */
  query(bounds: Bounds, zoom: number): VisibleClusters;
  /** Devices of a cluster of the last `look`, at most `limit`, and the zoom at which it falls apart. */
  expand(key: number, limit: number): { ids: number[]; zoom: number };
}

type Point = { readonly id: number; readonly status: TrackerStatus };
type StatusCounts = { key: number } & Record<TrackerStatus, number>;

export function createClusterIndex(): ClusterIndex {
  const devices = new Map<number, DevicePoint>();
  let pinned: ReadonlySet<number> = new Set();
  let unclustered: DevicePoint[] = [];
  /** Devices in the tree and alone. */
  let deviceCount = 0;
  let tree = new Supercluster<Point, StatusCounts>({
    radius: CLUSTER_RADIUS,
    extent: 512,
    maxZoom: CLUSTER_MAX_ZOOM,
    map: ({ id, status }) => ({ ...NO_SUMS, key: id, [status]: 1 }),
    reduce(sums, other) {
      sums.key = Math.min(sums.key, other.key);
      for (const status of TRACKER_STATUSES) sums[status] += other[status];
    },
  }).load([]);
  /** Numbers of the tree for the clusters that were last shown. */
  let clusterIdsByKey = new Map<number, number>();

  return {
    put(device) {
      const isNew = !devices.has(device.id);
      devices.set(device.id, device);
      return isNew;
    },
    remove: (id) => void devices.delete(id),
    pin(ids) {
      pinned = ids;
    },
    rebuild() {
      unclustered = [];
      const points: PointFeature<Point>[] = [];
      for (const device of devices.values()) {
        if (device.status === 'SOS' || pinned.has(device.id)) unclustered.push(device);
        else
          points.push({
            type: 'Feature',
            properties: { id: device.id, status: device.status },
            geometry: { type: 'Point', coordinates: [device.lng, device.lat] },
          });
      }
      tree = tree.load(points);
      deviceCount = devices.size;
      clusterIdsByKey = new Map();
    },
    get builtCount() {
      return deviceCount;
    },
    query(bounds, zoom) {
      const singles: number[] = [];
      const clusters: Cluster[] = [];
      clusterIdsByKey = new Map();
      for (const { geometry, properties } of tree.getClusters(
        [bounds.west, bounds.south, bounds.east, bounds.north],
        zoom,
      )) {
        if (!('cluster' in properties)) {
          singles.push(properties.id);
          continue;
        }
        const [lng = 0, lat = 0] = geometry.coordinates;
        clusterIdsByKey.set(properties.key, properties.cluster_id);
        const { key, RUNNING, STOP, SOS, OFFLINE, point_count: count } = properties;
        clusters.push({ key, lng, lat, count, counts: { RUNNING, STOP, SOS, OFFLINE } });
      }
      for (const device of unclustered) if (isInside(device, bounds)) singles.push(device.id);
      return { singles, clusters, deviceCount };
    },
    expand(key, limit) {
      const clusterId = clusterIdsByKey.get(key);
      if (clusterId === undefined) return { ids: [], zoom: CLUSTER_MAX_ZOOM + 1 };
      return {
        ids: tree.getLeaves(clusterId, limit).map((leaf) => leaf.properties.id),
        zoom: tree.getClusterExpansionZoom(clusterId),
      };
    },
  };
}

const NO_SUMS: StatusCounts = { key: 0, RUNNING: 0, STOP: 0, SOS: 0, OFFLINE: 0 };

function isInside(device: DevicePoint, bounds: Bounds): boolean {
  if (device.lat < bounds.south || device.lat > bounds.north) return false;
  const width = bounds.east >= bounds.west ? bounds.east - bounds.west : bounds.east + 360 - bounds.west;
  const fromWest = wrapLng(device.lng - bounds.west);
  return (fromWest < 0 ? fromWest + 360 : fromWest) <= width;
}
