import { wrapLng } from '@wakeline/domain/geo/web-mercator';
import { TRACKER_STATUSES, type TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import Supercluster, { type PointFeature } from 'supercluster';
import type { Bounds } from '../map-view.ts';

/**
 * The cluster radius in pixels, and the last zoom at which markers cluster: clustering stops at 17 (specification).
 */
export const CLUSTER_RADIUS = 80;
export const CLUSTER_MAX_ZOOM = 16;

export interface DevicePoint {
  readonly id: number;
  readonly lng: number;
  readonly lat: number;
  readonly status: TrackerStatus;
}

export interface Cluster {
  /** The lowest device id: stable while the cluster's members are. */
  readonly key: number;
  readonly lng: number;
  readonly lat: number;
  readonly count: number;
  readonly counts: Readonly<Record<TrackerStatus, number>>;
}

/** What to draw in an area at a zoom. */
export interface VisibleClusters {
  /** Ids of unclustered markers. */
  readonly singles: readonly number[];
  readonly clusters: readonly Cluster[];
  /** All devices in the index, in the area or not. */
  readonly deviceCount: number;
}

export interface ClusterIndex {
  /** Adds or updates a device. Returns whether it is new. */
  put(device: DevicePoint): boolean;
  remove(id: number): void;
  /**
   * Pinned devices, such as the selected one, are never clustered. Neither are devices in SOS: an alarm must not
   * disappear in a number.
   */
  pin(ids: ReadonlySet<number>): void;
  /** Applies all changes. O(n log n), so do not call it for each change. */
  rebuild(): void;
  /** Devices included in the last `rebuild`. */
  readonly builtCount: number;
  /** Queries the state of the last `rebuild`. `zoom` is an integer. */
  query(bounds: Bounds, zoom: number): VisibleClusters;
  /** Devices of a cluster from the last `query`, up to `limit`, and the zoom at which it splits. */
  expand(key: number, limit: number): { ids: number[]; zoom: number };
}

type Point = { readonly id: number; readonly status: TrackerStatus };
type StatusCounts = { key: number } & Record<TrackerStatus, number>;

export function createClusterIndex(): ClusterIndex {
  const devices = new Map<number, DevicePoint>();
  let pinned: ReadonlySet<number> = new Set();
  let unclustered: DevicePoint[] = [];
  /** Devices in the tree and unclustered ones. */
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
  /** Cluster ids of the tree for the clusters of the last query. */
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
