import { wrapLng } from '@wakeline/domain/geo/web-mercator';
import { TRACKER_STATUSES, type TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import Supercluster, { type PointFeature } from 'supercluster';
import type { Bounds } from '../map-view.ts';

/** The specification's radius in pixels, and the last zoom at which markers still cluster: it stops at 17. */
export const CLUSTER_RADIUS = 80;
export const CLUSTER_MAX_ZOOM = 16;

export interface DevicePlace {
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
export interface Shown {
  /** Ids of markers that stand alone. */
  readonly singles: readonly number[];
  readonly clusters: readonly Cluster[];
  /** Devices that it was chosen from, in view or not. */
  readonly of: number;
}

export interface ClusterIndex {
  /** Answers whether it is a new one. */
  put(place: DevicePlace): boolean;
  remove(id: number): void;
  /** These stand alone however close others are: the chosen one. So do all in SOS: an alarm is never hidden in a number. */
  pin(ids: ReadonlySet<number>): void;
  /** Works in what was changed. O(n log n): not at each change. */
  rebuild(): void;
  /** Devices that the last `rebuild` worked in. */
  readonly built: number;
  /** By the state of the last `rebuild`. `zoom` is whole. */
  look(area: Bounds, zoom: number): Shown;
  /** Devices of a cluster of the last `look`, at most `limit`, and the zoom at which it falls apart. */
  open(key: number, limit: number): { ids: number[]; zoom: number };
}

type Point = { readonly id: number; readonly status: TrackerStatus };
type Sums = { key: number } & Record<TrackerStatus, number>;

export function createClusterIndex(): ClusterIndex {
  const places = new Map<number, DevicePlace>();
  let pinned: ReadonlySet<number> = new Set();
  let alone: DevicePlace[] = [];
  /** Devices in the tree and alone. */
  let of = 0;
  let tree = new Supercluster<Point, Sums>({
    radius: CLUSTER_RADIUS,
    extent: 512,
    maxZoom: CLUSTER_MAX_ZOOM,
    map: ({ id, status }) => ({ ...NONE, key: id, [status]: 1 }),
    reduce(sums, more) {
      sums.key = Math.min(sums.key, more.key);
      for (const status of TRACKER_STATUSES) sums[status] += more[status];
    },
  }).load([]);
  /** Numbers of the tree for the clusters that were last shown. */
  let shownAs = new Map<number, number>();

  return {
    put(place) {
      const isNew = !places.has(place.id);
      places.set(place.id, place);
      return isNew;
    },
    remove: (id) => void places.delete(id),
    pin(ids) {
      pinned = ids;
    },
    rebuild() {
      alone = [];
      const points: PointFeature<Point>[] = [];
      for (const place of places.values()) {
        if (place.status === 'SOS' || pinned.has(place.id)) alone.push(place);
        else
          points.push({
            type: 'Feature',
            properties: { id: place.id, status: place.status },
            geometry: { type: 'Point', coordinates: [place.lng, place.lat] },
          });
      }
      tree = tree.load(points);
      of = places.size;
      shownAs = new Map();
    },
    get built() {
      return of;
    },
    look(area, zoom) {
      const singles: number[] = [];
      const clusters: Cluster[] = [];
      shownAs = new Map();
      for (const { geometry, properties } of tree.getClusters(
        [area.west, area.south, area.east, area.north],
        zoom,
      )) {
        if (!('cluster' in properties)) {
          singles.push(properties.id);
          continue;
        }
        const [lng = 0, lat = 0] = geometry.coordinates;
        shownAs.set(properties.key, properties.cluster_id);
        const { key, RUNNING, STOP, SOS, OFFLINE, point_count: count } = properties;
        clusters.push({ key, lng, lat, count, counts: { RUNNING, STOP, SOS, OFFLINE } });
      }
      for (const place of alone) if (isInside(place, area)) singles.push(place.id);
      return { singles, clusters, of };
    },
    open(key, limit) {
      const number = shownAs.get(key);
      if (number === undefined) return { ids: [], zoom: CLUSTER_MAX_ZOOM + 1 };
      return {
        ids: tree.getLeaves(number, limit).map((leaf) => leaf.properties.id),
        zoom: tree.getClusterExpansionZoom(number),
      };
    },
  };
}

const NONE: Sums = { key: 0, RUNNING: 0, STOP: 0, SOS: 0, OFFLINE: 0 };

function isInside(place: DevicePlace, area: Bounds): boolean {
  if (place.lat < area.south || place.lat > area.north) return false;
  const width = area.east >= area.west ? area.east - area.west : area.east + 360 - area.west;
  const fromWest = wrapLng(place.lng - area.west);
  return (fromWest < 0 ? fromWest + 360 : fromWest) <= width;
}
