import { CLUSTER_PIXELS, UNCLUSTERED_ZOOM } from '@wakeline/domain/devices/clustering';
import { latFromMercator, lngFromMercator, mercatorX, mercatorY } from '@wakeline/domain/geo/web-mercator';
import { TRACKER_STATUSES, type TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import type { Bounds } from '../map-view.ts';
import { ClusterGrid, STATUSES } from './cluster-grid.ts';

/** Points of a cell are less than the cluster radius apart, so cells are merged, never split. */
const CELL_PIXELS = CLUSTER_PIXELS / Math.SQRT2;
/** Cells within the cluster radius of a point are at most this many columns or rows away. */
const NEIGHBOUR_CELLS = 2;
/** Cells around the queried area that decide how its points are clustered. */
const MARGIN_CELLS = 3 * NEIGHBOUR_CELLS;
const INITIAL_CAPACITY = 1_024;
const SOS = TRACKER_STATUSES.indexOf('SOS');

/** Numbers of a cluster in `VisibleClusters.clusters`: key, x, y, count, then the count of each status. */
export const CLUSTER_COLUMNS = 4 + STATUSES;

/** What to draw in an area at a zoom. */
export interface VisibleClusters {
  /** Ids of unclustered markers. */
  readonly singles: Int32Array;
  /**
   * `CLUSTER_COLUMNS` for each cluster. `key` is its lowest device id, which is stable while its members are; `x` and
   * `y` are the mean position of its devices in the unit square of the web map, WGS-84.
   */
  readonly clusters: Float64Array;
  /** All devices in the index, in the area or not. */
  readonly deviceCount: number;
}

/**
 * Groups devices by distance on the screen. Nothing is prepared: a query visits every device once, which takes some
 * milliseconds for 100,000, so a change costs no more than writing its numbers.
 */
export class ClusterIndex {
  readonly #slots = new Map<number, number>();
  #ids = new Int32Array(INITIAL_CAPACITY);
  #x = new Float64Array(INITIAL_CAPACITY);
  #y = new Float64Array(INITIAL_CAPACITY);
  #status = new Uint8Array(INITIAL_CAPACITY);
  /** Cell of each device in the last query; -1: none. */
  #cell = new Int32Array(INITIAL_CAPACITY);
  #pinned: ReadonlySet<number> = new Set();
  readonly #grid = new ClusterGrid();
  /** Clusters of the last query by key, and its zoom. */
  #clusterByKey = new Map<number, number>();
  #zoom = 0;

  /**
   * Adds or updates a device.
   *
   * @param status index in `TRACKER_STATUSES`
   */
  put(id: number, lng: number, lat: number, status: number): void {
    let slot = this.#slots.get(id);
    if (slot === undefined) {
      slot = this.#slots.size;
      if (slot === this.#ids.length) this.#grow();
      this.#slots.set(id, slot);
    }
    this.#ids[slot] = id;
    this.#x[slot] = mercatorX(lng);
    this.#y[slot] = mercatorY(lat);
    this.#status[slot] = status;
    this.#cell[slot] = -1;
  }

  /** Removes a device. The last one takes its slot, so that there are no gaps. */
  remove(id: number): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#slots.delete(id);
    const last = this.#slots.size;
    if (slot === last) return;
    this.#ids[slot] = this.#ids[last] ?? 0;
    this.#x[slot] = this.#x[last] ?? 0;
    this.#y[slot] = this.#y[last] ?? 0;
    this.#status[slot] = this.#status[last] ?? 0;
    this.#cell[slot] = this.#cell[last] ?? -1;
    this.#slots.set(this.#ids[slot] ?? 0, slot);
  }

  /**
   * Pinned devices, such as the selected one, are never clustered. Neither are devices in SOS: an alarm must not
   * disappear in a number.
   */
  pin(ids: ReadonlySet<number>): void {
    this.#pinned = ids;
  }

  /** @param zoom an integer */
  query(bounds: Bounds, zoom: number): VisibleClusters {
    const area = toArea(bounds);
    const clustering = zoom < UNCLUSTERED_ZOOM;
    const cell = CELL_PIXELS / (512 * 2 ** zoom);
    const margin = clustering ? MARGIN_CELLS * cell : 0;
    const singles: number[] = [];
    this.#grid.clear();
    this.#zoom = zoom;
    const grid = this.#grid;
    for (let slot = 0; slot < this.#slots.size; slot += 1) {
      this.#cell[slot] = -1;
      const x = this.#x[slot] ?? 0;
      const y = this.#y[slot] ?? 0;
      if (y < area.north - margin || y > area.south + margin) continue;
      if (offsetFrom(area.west - margin, x) > area.width + 2 * margin) continue;
      const status = this.#status[slot] ?? 0;
      const id = this.#ids[slot] ?? 0;
      if (clustering && status !== SOS && !(this.#pinned.size > 0 && this.#pinned.has(id)))
        this.#cell[slot] = grid.add(Math.floor(x / cell), Math.floor(y / cell), x, y, id, status);
      else if (isInside(area, x, y)) singles.push(id);
    }
    mergeCells(grid, CLUSTER_PIXELS / (512 * 2 ** zoom));
    return { ...this.#collect(area, singles), deviceCount: this.#slots.size };
  }

  /** Devices of a cluster from the last `query`, up to `limit`, and the zoom at which it splits. */
  expand(key: number, limit: number): { ids: number[]; zoom: number } {
    const root = this.#clusterByKey.get(key);
    if (root === undefined) return { ids: [], zoom: UNCLUSTERED_ZOOM };
    const members: number[] = [];
    for (let slot = 0; slot < this.#slots.size; slot += 1) {
      const cell = this.#cell[slot] ?? -1;
      if (cell !== -1 && this.#grid.root[cell] === root) members.push(slot);
    }
    const ids = members.map((slot) => this.#ids[slot] ?? 0).sort((a, b) => a - b);
    return { ids: ids.slice(0, limit), zoom: this.#findSplit(members) };
  }

  /** The lowest zoom above that of the last query at which these devices are not one cluster. */
  #findSplit(slots: readonly number[]): number {
    const grid = new ClusterGrid();
    for (let zoom = this.#zoom + 1; zoom < UNCLUSTERED_ZOOM; zoom += 1) {
      const cell = CELL_PIXELS / (512 * 2 ** zoom);
      grid.clear();
      for (const slot of slots) {
        const [x, y] = [this.#x[slot] ?? 0, this.#y[slot] ?? 0];
        grid.add(Math.floor(x / cell), Math.floor(y / cell), x, y, slot, 0);
      }
      mergeCells(grid, CLUSTER_PIXELS / (512 * 2 ** zoom));
      let roots = 0;
      for (let at = 0; at < grid.size; at += 1) if (grid.root[at] === at) roots += 1;
      if (roots > 1) return zoom;
    }
    return UNCLUSTERED_ZOOM;
  }

  /** The clusters in the area, and its single devices besides those that are never clustered. */
  #collect(area: Area, singles: number[]): Pick<VisibleClusters, 'singles' | 'clusters'> {
    const grid = this.#grid;
    const clusters: number[] = [];
    this.#clusterByKey = new Map();
    for (let cell = 0; cell < grid.size; cell += 1) {
      if (grid.root[cell] !== cell) continue;
      const count = grid.count[cell] ?? 0;
      const [x, y] = [(grid.sumX[cell] ?? 0) / count, (grid.sumY[cell] ?? 0) / count];
      if (!isInside(area, x, y)) continue;
      const key = grid.minId[cell] ?? 0;
      if (count === 1) singles.push(key);
      else {
        this.#clusterByKey.set(key, cell);
        clusters.push(key, x, y, count);
        for (let status = 0; status < STATUSES; status += 1)
          clusters.push(grid.statuses[cell * STATUSES + status] ?? 0);
      }
    }
    return { singles: Int32Array.from(singles), clusters: Float64Array.from(clusters) };
  }

  #grow(): void {
    const capacity = this.#ids.length * 2;
    const copy = <Values extends Int32Array | Float64Array | Uint8Array>(values: Values, larger: Values) => {
      larger.set(values);
      return larger;
    };
    this.#ids = copy(this.#ids, new Int32Array(capacity));
    this.#x = copy(this.#x, new Float64Array(capacity));
    this.#y = copy(this.#y, new Float64Array(capacity));
    this.#status = copy(this.#status, new Uint8Array(capacity));
    this.#cell = copy(this.#cell, new Int32Array(capacity));
  }
}

export interface Cluster {
  readonly key: number;
  /** WGS-84 degrees. */
  readonly lng: number;
  readonly lat: number;
  readonly count: number;
  readonly counts: Readonly<Record<TrackerStatus, number>>;
}

/** The cluster whose numbers start at `offset` of `VisibleClusters.clusters`. */
export function clusterAt(clusters: Float64Array, offset: number): Cluster {
  const [key = 0, x = 0, y = 0, count = 0] = clusters.subarray(offset, offset + 4);
  const counts = { RUNNING: 0, STOP: 0, SOS: 0, OFFLINE: 0 };
  TRACKER_STATUSES.forEach((status, index) => {
    counts[status] = clusters[offset + 4 + index] ?? 0;
  });
  return { key, lng: lngFromMercator(x), lat: latFromMercator(y), count, counts };
}

/**
 * Merges cells into clusters. The cell with the most points within the radius becomes the centre of a cluster; this
 * depends on its neighbours only, so a cluster does not change when the queried area moves.
 */
function mergeCells(grid: ClusterGrid, radius: number): void {
  let open = Array.from({ length: grid.size }, (_, cell) => cell);
  const centroid = (cell: number): readonly [number, number] => {
    const count = grid.count[cell] ?? 1;
    return [(grid.sumX[cell] ?? 0) / count, (grid.sumY[cell] ?? 0) / count];
  };
  const isBetter = (a: number, b: number): boolean => {
    const difference = (grid.count[a] ?? 0) - (grid.count[b] ?? 0);
    return difference !== 0 ? difference > 0 : (grid.minId[a] ?? 0) < (grid.minId[b] ?? 0);
  };
  const isClose = (a: number, b: number): boolean => {
    const [[ax, ay], [bx, by]] = [centroid(a), centroid(b)];
    return (ax - bx) ** 2 + (ay - by) ** 2 < radius * radius;
  };
  function* neighbours(cell: number): Generator<number> {
    for (let dx = -NEIGHBOUR_CELLS; dx <= NEIGHBOUR_CELLS; dx += 1) {
      for (let dy = -NEIGHBOUR_CELLS; dy <= NEIGHBOUR_CELLS; dy += 1) {
        const other = grid.find((grid.column[cell] ?? 0) + dx, (grid.row[cell] ?? 0) + dy);
        if (other !== -1 && other !== cell) yield other;
      }
    }
  }
  const UNDECIDED = -1;
  for (const cell of open) grid.root[cell] = UNDECIDED;
  while (open.length > 0) {
    const centres: number[] = [];
    const others: number[] = [];
    for (const cell of open) {
      let hasBetter = false;
      for (const other of neighbours(cell)) {
        if (grid.root[other] !== UNDECIDED || !isBetter(other, cell) || !isClose(other, cell)) continue;
        hasBetter = true;
        break;
      }
      (hasBetter ? others : centres).push(cell);
    }
    const merges: [cell: number, into: number][] = [];
    const remaining: number[] = [];
    const isCentre = new Set(centres);
    for (const cell of others) {
      let best = UNDECIDED;
      for (const other of neighbours(cell))
        if (isCentre.has(other) && isClose(other, cell) && (best === UNDECIDED || isBetter(other, best)))
          best = other;
      if (best === UNDECIDED) remaining.push(cell);
      else merges.push([cell, best]);
    }
    for (const cell of centres) grid.root[cell] = cell;
    for (const [cell, into] of merges) grid.merge(cell, into);
    open = remaining;
  }
}

/** An area of the unit square of the web map. */
interface Area {
  readonly west: number;
  readonly width: number;
  readonly north: number;
  readonly south: number;
}

function toArea({ west, south, east, north }: Bounds): Area {
  const width = mercatorX(east >= west ? east : east + 360) - mercatorX(west);
  return { west: mercatorX(west), width, north: mercatorY(north), south: mercatorY(south) };
}

/** Distance to the east from `west`, 0..1, around the world. */
function offsetFrom(west: number, x: number): number {
  const offset = x - west;
  return offset - Math.floor(offset);
}

function isInside({ west, width, north, south }: Area, x: number, y: number): boolean {
  return y >= north && y <= south && offsetFrom(west, x) <= width;
}
