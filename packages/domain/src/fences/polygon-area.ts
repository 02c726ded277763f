import type { Position } from '../fence-shape.ts';
import { EARTH_RADIUS } from '../great-circle.ts';
import type { Area, Box } from './area.ts';
import type { Leg } from './leg.ts';
import { longitudeNear } from './longitude.ts';
import { orderedCrossings } from './parity.ts';

const METRES_PER_DEGREE = (EARTH_RADIUS * Math.PI) / 180;
/** Rows at most. */
const MOST_ROWS = 4_096;
/** Entries of all rows at most, for each edge: a comb, whose teeth go through every row, gets fewer rows. */
const ENTRIES_PER_EDGE = 4;
/** The area is looked at one turn of the Earth further in both directions: one that is wide may be met by both ends. */
const TURNS = [-360, 0, 360];
/** How far, as a part of the leg, an edge may lie beyond its ends and count as met there. */
const TOLERANCE = 1e-12;

/**
 * Rings by the even-odd rule: the first is the outline, the others holes. The edges are sorted into rows of equal height, so that a
 * place is compared with the few edges of its row, however many there are.
 */
export class PolygonArea implements Area {
  readonly box: Box;
  readonly #middle: number;
  /** Corners of one ring after the other, each ring closed by its first corner. */
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #rowsPerDegree: number;
  /** Edges of row r: from `#rows[r]` to below `#rows[r + 1]` in `#edges`. */
  readonly #rows: Uint32Array;
  /** Each goes from the corner of its number to the next one. */
  readonly #edges: Uint32Array;

  constructor(rings: readonly (readonly Position[])[]) {
    const corners = rings.reduce((sum, ring) => sum + ring.length + 1, 0);
    this.#x = new Float64Array(corners);
    this.#y = new Float64Array(corners);
    const edges = this.#fill(rings);
    this.box = this.#shiftIntoWorld();
    this.#middle = (this.box.west + this.box.east) / 2;
    const height = this.box.north - this.box.south;
    const rows = this.#rowCount(edges, height);
    this.#rowsPerDegree = height > 0 ? rows / height : 0;
    this.#rows = new Uint32Array(rows + 1);
    this.#edges = this.#sortIntoRows(edges);
  }

  contains(longitude: number, latitude: number): boolean {
    const { west, south, east, north } = this.box;
    if (latitude < south || latitude > north) return false;
    const x = longitudeNear(longitude, this.#middle);
    if (x < west || x > east) return false;
    const row = this.#rowOf(latitude);
    const end = this.#rows[row + 1] ?? 0;
    let inside = false;
    for (let at = this.#rows[row] ?? 0; at < end; at++) {
      const edge = this.#edges[at] ?? 0;
      const y1 = this.#y[edge] ?? 0;
      const y2 = this.#y[edge + 1] ?? 0;
      if (y1 > latitude === y2 > latitude) continue;
      const x1 = this.#x[edge] ?? 0;
      const x2 = this.#x[edge + 1] ?? 0;
      if (x < x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
    }
    return inside;
  }

  crossings(leg: Leg): readonly number[] {
    const { from, to } = leg;
    const found: number[] = [];
    const start = longitudeNear(from.longitude, this.#middle);
    if (leg.flat) {
      for (const turn of TURNS) this.#collect(found, start + turn, leg);
    }
    const odd = this.contains(from.longitude, from.latitude) !== this.contains(to.longitude, to.latitude);
    return orderedCrossings(found, odd);
  }

  /** In the plane that touches the Earth at the place: right for the few kilometres that are asked for. */
  isBeyond(longitude: number, latitude: number, metres: number): boolean {
    const { south, north } = this.box;
    const reach = metres / METRES_PER_DEGREE;
    if (latitude + reach < south || latitude - reach > north) return true;
    const x = longitudeNear(longitude, this.#middle);
    const perX = METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
    const end = this.#rows[this.#rowOf(latitude + reach) + 1] ?? 0;
    for (let at = this.#rows[this.#rowOf(latitude - reach)] ?? 0; at < end; at++) {
      const edge = this.#edges[at] ?? 0;
      const distance = distanceFromOrigin(
        ((this.#x[edge] ?? 0) - x) * perX,
        ((this.#y[edge] ?? 0) - latitude) * METRES_PER_DEGREE,
        ((this.#x[edge + 1] ?? 0) - x) * perX,
        ((this.#y[edge + 1] ?? 0) - latitude) * METRES_PER_DEGREE,
      );
      if (distance < metres) return false;
    }
    return true;
  }

  /** Adds where a leg from longitude `ax` on meets edges. */
  #collect(found: number[], ax: number, { from, to, eastward: dx }: Leg): void {
    const { west, south, east, north } = this.box;
    const ay = from.latitude;
    const dy = to.latitude - ay;
    const low = Math.min(ay, to.latitude);
    const high = Math.max(ay, to.latitude);
    if (Math.max(ax, ax + dx) < west || Math.min(ax, ax + dx) > east || high < south || low > north) return;
    const firstRow = this.#rowOf(low);
    const lastRow = this.#rowOf(high);
    for (let row = firstRow; row <= lastRow; row++) {
      const end = this.#rows[row + 1] ?? 0;
      for (let at = this.#rows[row] ?? 0; at < end; at++) {
        const edge = this.#edges[at] ?? 0;
        const y1 = this.#y[edge] ?? 0;
        const y2 = this.#y[edge + 1] ?? 0;
        // An edge of several rows is looked at in the first that the leg comes through.
        if (Math.max(this.#rowOf(Math.min(y1, y2)), firstRow) !== row) continue;
        const x1 = this.#x[edge] ?? 0;
        const x2 = this.#x[edge + 1] ?? 0;
        // On which side of the leg's line the corners lie: one on the line counts as right of it, so that a corner is met once.
        const side1 = dx * (y1 - ay) - dy * (x1 - ax);
        const side2 = dx * (y2 - ay) - dy * (x2 - ax);
        if (side1 > 0 === side2 > 0) continue;
        const along = side1 / (side1 - side2);
        const px = x1 + along * (x2 - x1) - ax;
        const py = y1 + along * (y2 - y1) - ay;
        const part = (px * dx + py * dy) / (dx * dx + dy * dy);
        if (part >= -TOLERANCE && part <= 1 + TOLERANCE) found.push(Math.min(1, Math.max(0, part)));
      }
    }
  }

  #fill(rings: readonly (readonly Position[])[]): number[] {
    const edges: number[] = [];
    let corner = 0;
    for (const ring of rings) {
      for (let at = 0; at <= ring.length; at++) {
        const [x, y] = ring[at % ring.length] ?? [0, 0];
        this.#x[corner] = x;
        this.#y[corner] = y;
        if (at < ring.length) edges.push(corner);
        corner++;
      }
    }
    return edges;
  }

  #shiftIntoWorld(): Box {
    const west = least(this.#x);
    const shift = Math.floor((west + 180) / 360) * -360;
    if (shift !== 0) {
      for (let corner = 0; corner < this.#x.length; corner++) {
        this.#x[corner] = (this.#x[corner] ?? 0) + shift;
      }
    }
    return { west: west + shift, east: most(this.#x), south: least(this.#y), north: most(this.#y) };
  }

  #rowCount(edges: readonly number[], height: number): number {
    let climb = 0;
    for (const edge of edges) climb += Math.abs((this.#y[edge + 1] ?? 0) - (this.#y[edge] ?? 0));
    // How many edges a row of no height has, in the middle.
    const edgesPerRow = height > 0 ? Math.max(1, climb / height) : 1;
    const rows = Math.min(edges.length / 2, (edges.length * ENTRIES_PER_EDGE) / edgesPerRow, MOST_ROWS);
    return Math.max(1, Math.ceil(rows));
  }

  #sortIntoRows(edges: readonly number[]): Uint32Array {
    const rows = this.#rows;
    const rowsOf = (edge: number): readonly [number, number] => {
      const y1 = this.#y[edge] ?? 0;
      const y2 = this.#y[edge + 1] ?? 0;
      return [this.#rowOf(Math.min(y1, y2)), this.#rowOf(Math.max(y1, y2))];
    };
    for (const edge of edges) {
      const [first, last] = rowsOf(edge);
      for (let row = first; row <= last; row++) rows[row + 1] = (rows[row + 1] ?? 0) + 1;
    }
    for (let row = 1; row < rows.length; row++) rows[row] = (rows[row] ?? 0) + (rows[row - 1] ?? 0);
    const sorted = new Uint32Array(rows.at(-1) ?? 0);
    const next = rows.slice();
    for (const edge of edges) {
      const [first, last] = rowsOf(edge);
      for (let row = first; row <= last; row++) {
        const at = next[row] ?? 0;
        sorted[at] = edge;
        next[row] = at + 1;
      }
    }
    return sorted;
  }

  #rowOf(latitude: number): number {
    const row = Math.floor((latitude - this.box.south) * this.#rowsPerDegree);
    return Math.max(0, Math.min(this.#rows.length - 2, row));
  }
}

function distanceFromOrigin(x1: number, y1: number, x2: number, y2: number): number {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const square = dx * dx + dy * dy;
  const part = square === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / square));
  return Math.hypot(x1 + part * dx, y1 + part * dy);
}

function least(values: Float64Array): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

function most(values: Float64Array): number {
  return values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}
