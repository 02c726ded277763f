import { EARTH_RADIUS } from '../geo/great-circle.ts';
import type { Area, Box } from './area.ts';
import type { Position } from './fence-shape.ts';
import { nearestLongitude } from './nearest-longitude.ts';
import { orderCrossings } from './order-crossings.ts';
import type { Segment } from './segment.ts';

const METRES_PER_DEGREE = (EARTH_RADIUS * Math.PI) / 180;
/** Maximum number of rows. */
const MAX_ROWS = 4_096;
/** Maximum average number of row entries per edge: a comb, whose teeth cross every row, gets fewer rows. */
const ENTRIES_PER_EDGE = 4;
/** Indexes in `#numbers`. */
const [WEST, SOUTH, EAST, NORTH, MIDDLE, ROWS_PER_DEGREE, VERTICES] = [0, 1, 2, 3, 4, 5, 6] as const;
/** Fraction of a segment by which an edge may lie beyond its ends and still count as crossed there. */
const TOLERANCE = 1e-12;
const NONE: readonly number[] = [];

/**
 * Rings by the even-odd rule: the first one is the outline, the others are holes. Edges are sorted into rows of equal height, so
 * that a point is compared only with the few edges of its row.
 */
export class PolygonArea implements Area {
  readonly box: Box;
  /**
   * West, south, east, north, the middle longitude, rows per degree; then x and y of the vertices of one ring after the other, each
   * ring closed by its first vertex. In one array: of ten thousand fences none is in the processor cache, and scattered memory
   * would be fetched piece by piece.
   */
  readonly #numbers: Float64Array;
  readonly #rowCount: number;
  /**
   * Entry r is the index in this array where the edges of row r start, entry r + 1 where they end. An edge is the index of the x
   * of its first vertex in `#numbers`; the next vertex follows it.
   */
  readonly #rows: Uint32Array;

  constructor(rings: readonly (readonly Position[])[]) {
    const vertexCount = rings.reduce((sum, ring) => sum + ring.length + 1, 0);
    this.#numbers = new Float64Array(VERTICES + 2 * vertexCount);
    const edges = this.#storeVertices(rings);
    this.box = this.#normalizeLongitudes();
    const { west, south, east, north } = this.box;
    this.#rowCount = this.#chooseRowCount(edges, north - south);
    const rowsPerDegree = north > south ? this.#rowCount / (north - south) : 0;
    this.#numbers.set([west, south, east, north, (west + east) / 2, rowsPerDegree]);
    this.#rows = this.#sortIntoRows(edges);
  }

  contains(longitude: number, latitude: number): boolean {
    const numbers = this.#numbers;
    if (latitude < at(numbers, SOUTH) || latitude > at(numbers, NORTH)) return false;
    const x = nearestLongitude(longitude, at(numbers, MIDDLE));
    if (x < at(numbers, WEST) || x > at(numbers, EAST)) return false;
    const row = this.#rowOf(latitude);
    const end = at(this.#rows, row + 1);
    let inside = false;
    for (let entry = at(this.#rows, row); entry < end; entry++) {
      const edge = at(this.#rows, entry);
      const y1 = at(numbers, edge + 1);
      const y2 = at(numbers, edge + 3);
      if (y1 > latitude === y2 > latitude) continue;
      const x1 = at(numbers, edge);
      const x2 = at(numbers, edge + 2);
      if (x < x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
    }
    return inside;
  }

  crossings(segment: Segment, isOdd: boolean): readonly number[] {
    const found: number[] = [];
    const { west, east } = this.box;
    if (segment.isFlat) {
      const start = nearestLongitude(segment.from.longitude, at(this.#numbers, MIDDLE));
      // Also shifted by a full turn in both directions: both ends may meet a wide area.
      for (let ax = start - 360; ax <= start + 360; ax += 360) {
        const bx = ax + segment.eastward;
        if (Math.max(ax, bx) >= west && Math.min(ax, bx) <= east) this.#collectCrossings(found, ax, segment);
      }
    }
    return found.length === 0 && !isOdd ? NONE : orderCrossings(found, isOdd);
  }

  /** In the tangent plane at the point: accurate enough for the few kilometres that callers use. */
  isFarFromEdge(longitude: number, latitude: number, metres: number): boolean {
    const { south, north } = this.box;
    const marginDegrees = metres / METRES_PER_DEGREE;
    if (latitude + marginDegrees < south || latitude - marginDegrees > north) return true;
    const numbers = this.#numbers;
    const x = nearestLongitude(longitude, at(numbers, MIDDLE));
    const perX = METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
    const end = at(this.#rows, this.#rowOf(latitude + marginDegrees) + 1);
    for (let entry = at(this.#rows, this.#rowOf(latitude - marginDegrees)); entry < end; entry++) {
      const edge = at(this.#rows, entry);
      const distance = distanceFromOrigin(
        (at(numbers, edge) - x) * perX,
        (at(numbers, edge + 1) - latitude) * METRES_PER_DEGREE,
        (at(numbers, edge + 2) - x) * perX,
        (at(numbers, edge + 3) - latitude) * METRES_PER_DEGREE,
      );
      if (distance < metres) return false;
    }
    return true;
  }

  /** Adds the crossings of a segment that starts at longitude `ax`. */
  #collectCrossings(found: number[], ax: number, { from, to, eastward: dx }: Segment): void {
    const numbers = this.#numbers;
    const ay = from.latitude;
    const dy = to.latitude - ay;
    const low = Math.min(ay, to.latitude);
    const high = Math.max(ay, to.latitude);
    if (high < at(numbers, SOUTH) || low > at(numbers, NORTH)) return;
    const firstRow = this.#rowOf(low);
    const lastRow = this.#rowOf(high);
    for (let row = firstRow; row <= lastRow; row++) {
      const end = at(this.#rows, row + 1);
      for (let entry = at(this.#rows, row); entry < end; entry++) {
        const edge = at(this.#rows, entry);
        const x1 = at(numbers, edge);
        const y1 = at(numbers, edge + 1);
        const x2 = at(numbers, edge + 2);
        const y2 = at(numbers, edge + 3);
        // The side of the segment's line on which the vertices lie; on the line counts as right, so that a vertex is
        // crossed once.
        const side1 = dx * (y1 - ay) - dy * (x1 - ax);
        const side2 = dx * (y2 - ay) - dy * (x2 - ax);
        if (side1 > 0 === side2 > 0) continue;
        // An edge in several rows is handled in the first one that the segment reaches.
        if (Math.max(this.#rowOf(Math.min(y1, y2)), firstRow) !== row) continue;
        const along = side1 / (side1 - side2);
        const px = x1 + along * (x2 - x1) - ax;
        const py = y1 + along * (y2 - y1) - ay;
        const fraction = (px * dx + py * dy) / (dx * dx + dy * dy);
        if (fraction >= -TOLERANCE && fraction <= 1 + TOLERANCE)
          found.push(Math.min(1, Math.max(0, fraction)));
      }
    }
  }

  /** Returns the edges. */
  #storeVertices(rings: readonly (readonly Position[])[]): number[] {
    const edges: number[] = [];
    let next = VERTICES;
    for (const ring of rings) {
      for (let vertex = 0; vertex <= ring.length; vertex++) {
        const [x, y] = ring[vertex % ring.length] ?? [0, 0];
        this.#numbers[next] = x;
        this.#numbers[next + 1] = y;
        if (vertex < ring.length) edges.push(next);
        next += 2;
      }
    }
    return edges;
  }

  #normalizeLongitudes(): Box {
    const numbers = this.#numbers;
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let vertex = VERTICES; vertex < numbers.length; vertex += 2) {
      west = Math.min(west, at(numbers, vertex));
      east = Math.max(east, at(numbers, vertex));
      south = Math.min(south, at(numbers, vertex + 1));
      north = Math.max(north, at(numbers, vertex + 1));
    }
    const shift = Math.floor((west + 180) / 360) * -360;
    if (shift !== 0) {
      for (let vertex = VERTICES; vertex < numbers.length; vertex += 2) {
        numbers[vertex] = at(numbers, vertex) + shift;
      }
    }
    return { west: west + shift, south, east: east + shift, north };
  }

  #chooseRowCount(edges: readonly number[], height: number): number {
    let totalRise = 0;
    for (const edge of edges)
      totalRise += Math.abs(at(this.#numbers, edge + 3) - at(this.#numbers, edge + 1));
    // The average number of edges that a horizontal line crosses.
    const edgesPerRow = height > 0 ? Math.max(1, totalRise / height) : 1;
    const rows = Math.min(edges.length / 2, (edges.length * ENTRIES_PER_EDGE) / edgesPerRow, MAX_ROWS);
    return Math.max(1, Math.ceil(rows));
  }

  #sortIntoRows(edges: readonly number[]): Uint32Array {
    const starts = new Uint32Array(this.#rowCount + 1);
    for (const edge of edges) {
      for (let row = this.#firstRow(edge); row <= this.#lastRow(edge); row++) {
        starts[row + 1] = at(starts, row + 1) + 1;
      }
    }
    starts[0] = starts.length;
    for (let row = 1; row < starts.length; row++) starts[row] = at(starts, row) + at(starts, row - 1);
    const sorted = new Uint32Array(at(starts, this.#rowCount));
    sorted.set(starts);
    for (const edge of edges) {
      for (let row = this.#firstRow(edge); row <= this.#lastRow(edge); row++) {
        const next = at(starts, row);
        sorted[next] = edge;
        starts[row] = next + 1;
      }
    }
    return sorted;
  }

  #firstRow(edge: number): number {
    return this.#rowOf(Math.min(at(this.#numbers, edge + 1), at(this.#numbers, edge + 3)));
  }

  #lastRow(edge: number): number {
    return this.#rowOf(Math.max(at(this.#numbers, edge + 1), at(this.#numbers, edge + 3)));
  }

  #rowOf(latitude: number): number {
    const numbers = this.#numbers;
    const row = Math.floor((latitude - at(numbers, SOUTH)) * at(numbers, ROWS_PER_DEGREE));
    return Math.max(0, Math.min(this.#rowCount - 1, row));
  }
}

/** An entry that is known to exist. */
function at(numbers: Float64Array | Uint32Array, index: number): number {
  return numbers[index] ?? 0;
}

function distanceFromOrigin(x1: number, y1: number, x2: number, y2: number): number {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const square = dx * dx + dy * dy;
  const fraction = square === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / square));
  return Math.hypot(x1 + fraction * dx, y1 + fraction * dy);
}
