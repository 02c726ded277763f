import { CLUSTER_SIZES, clusterSize, ringSegments } from '../icons/cluster-image.ts';
import { writeImageSubject } from '../icons/images.ts';
import type { MapView } from '../map-view.ts';
import { PALETTES } from '../style/palette.ts';
import { mapImage } from '../surface/map-images.ts';
import { toMapPoint } from '../surface/map-point.ts';
import { type MovingPoint, restAt } from '../surface/moving-point.ts';
import type { Sprite } from '../surface/sprite-batch.ts';
import { addSprites } from '../surface/sprites.ts';
import type { Surface } from '../surface/surface.ts';
import { textImage } from '../surface/text-images.ts';
import { CLUSTER_COLUMNS, type Cluster, clusterAt } from './cluster-index.ts';

/** A marker that labels of devices avoid. */
export interface Obstacle {
  readonly key: number;
  readonly point: MovingPoint;
  /** Pixels. */
  readonly halfSize: number;
}

/** The clusters on the map: the number of devices in a ring that shows the mix of their statuses. */
export interface DrawnClusters {
  readonly size: number;
  get(key: number): Cluster | undefined;
  /**
   * Draws these clusters only.
   *
   * @param clusters as in `VisibleClusters`
   */
  replace(clusters: Float64Array): readonly Obstacle[];
  /** Keys of the clusters at a pixel of the map. */
  findAt(pixel: { readonly x: number; readonly y: number }, tolerance: number): number[];
  stop(): void;
}

export function createDrawnClusters(view: MapView, surface: Surface): DrawnClusters {
  const sprites = addSprites(surface, 'clusters');
  let drawn = new Map<number, Cluster>();
  let keys: readonly number[] = [];

  return {
    get size() {
      return drawn.size;
    },
    get: (key) => drawn.get(key),
    replace(clusters) {
      const all = Array.from({ length: clusters.length / CLUSTER_COLUMNS }, (_, at) =>
        clusterAt(clusters, at * CLUSTER_COLUMNS),
      );
      drawn = new Map(all.map((cluster) => [cluster.key, cluster]));
      keys = all.map(({ key }) => key);
      const obstacles = all.map((cluster): Obstacle => {
        const halfSize = CLUSTER_SIZES[clusterSize(cluster.count)] / 2;
        return { key: cluster.key, point: restAt(toMapPoint(view, cluster)), halfSize };
      });
      sprites.set(all.flatMap((cluster, at) => toSprites(view, cluster, obstacles[at]?.point)));
      return obstacles;
    },
    findAt: (pixel, tolerance) => [
      ...new Set(sprites.findAt(pixel, tolerance).flatMap((index) => keys[Math.floor(index / IMAGES)] ?? [])),
    ],
    stop: sprites.stop,
  };
}

/** Images of a cluster. */
const IMAGES = 2;

function toSprites(view: MapView, { count, counts }: Cluster, point: MovingPoint | undefined): Sprite[] {
  if (point === undefined) return [];
  const ring = writeImageSubject(['cluster', clusterSize(count), ringSegments(counts)]);
  const { text } = PALETTES[view.flavour].label;
  const style = { size: 12, weight: 700, colour: text, halo: null } as const;
  return [
    { point, image: mapImage(view.flavour, ring) },
    { point, image: textImage(shortCount(count), style), isSharp: true },
  ];
}

/** Five digits do not fit into the ring. */
export function shortCount(count: number): string {
  return count < 10_000 ? String(count) : `${Math.floor(count / 1000)}k`;
}
