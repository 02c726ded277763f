import type { Position } from './fence-shape.ts';

/** An edge of a ring. */
interface Edge {
  readonly ring: number;
  readonly at: number;
  /** Number of edges of its ring. */
  readonly count: number;
  readonly from: Position;
  readonly to: Position;
  /** Its ends from left to right; if it is vertical, from bottom to top. */
  readonly left: Position;
  readonly right: Position;
}

/** A vertex with the edges before and after it. */
interface Vertex {
  readonly ring: number;
  readonly point: Position;
  readonly edges: readonly [number, number];
}

/**
 * Whether an edge meets another one, of its own ring or of another; null: none does. Adjacent edges may share their vertex.
 *
 * A line sweeps over the vertices from left to right and keeps the edges that it cuts, ordered from bottom to top (Shamos and
 * Hoey, 1976, "Geometric intersection problems"). The order does not change before the first two edges meet, and these are
 * neighbours in the order before they meet. So only neighbours are compared, instead of every edge with every other one.
 */
export function firstCrossing(rings: readonly (readonly Position[])[]): 'own' | 'other' | null {
  const relation = sweep(rings);
  if (relation !== 'other') return relation;
  // A ring may also cross itself further to the right.
  return rings.some((ring) => sweep([ring]) !== null) ? 'own' : 'other';
}

function sweep(rings: readonly (readonly Position[])[]): 'own' | 'other' | null {
  const edges = rings.flatMap((vertices, ring) =>
    vertices.map((from, at) =>
      createEdge(ring, at, vertices.length, from, vertices[(at + 1) % vertices.length] ?? from),
    ),
  );
  const vertices = edges.map(({ ring, at, count, from }, number): Vertex => {
    return { ring, point: from, edges: [at === 0 ? number + count - 1 : number - 1, number] };
  });
  vertices.sort((a, b) => comparePoints(a.point, b.point));
  const status = new Status(edges);
  for (const [number, vertex] of vertices.entries()) {
    const next = vertices[number + 1];
    if (next !== undefined && comparePoints(vertex.point, next.point) === 0)
      return ringRelation(vertex, next);
    const relation = status.pass(vertex);
    if (relation !== null) return relation;
  }
  return null;
}

/** The edges that the sweep line cuts, from bottom to top. */
class Status {
  readonly #edges: readonly Edge[];
  /** Their indexes. Moving a few thousand numbers by one entry is faster than a tree. */
  readonly #cut: Int32Array;
  #size = 0;

  constructor(edges: readonly Edge[]) {
    this.#edges = edges;
    this.#cut = new Int32Array(edges.length);
  }

  /** Advances to a vertex, where edges end, continue or start. Returns the relation of the first two edges that meet. */
  pass({ point, ring, edges: [one, two] }: Vertex): 'own' | 'other' | null {
    const [oneEnds, twoEnds] = [this.#ends(one, point), this.#ends(two, point)];
    if (oneEnds && twoEnds) return this.#remove(one, point) ?? this.#remove(two, point);
    if (oneEnds) return this.#replace(one, two, point);
    if (twoEnds) return this.#replace(two, one, point);
    const at = this.#search(point);
    const above = this.#edge(at);
    // The vertex lies on an edge.
    if (above !== undefined && sideOf(above, point) === 0) return above.ring === ring ? 'own' : 'other';
    const [first, second] = [this.#edges[one], this.#edges[two]];
    if (first === undefined || second === undefined) return null;
    const angleSign = orientation(point, first.right, second.right);
    // One edge lies on the other.
    if (angleSign === 0) return 'own';
    const [lower, upper] = angleSign > 0 ? [one, two] : [two, one];
    this.#cut.copyWithin(at + 2, at, this.#size);
    this.#cut[at] = lower;
    this.#cut[at + 1] = upper;
    this.#size += 2;
    return this.#checkPair(at - 1, at) ?? this.#checkPair(at + 1, at + 2);
  }

  #ends(number: number, [x, y]: Position): boolean {
    const right = this.#edges[number]?.right;
    return right !== undefined && right[0] === x && right[1] === y;
  }

  #remove(number: number, point: Position): 'own' | 'other' | null {
    const at = this.#find(number, point);
    this.#cut.copyWithin(at, at + 1, this.#size);
    this.#size -= 1;
    return this.#checkPair(at - 1, at);
  }

  #replace(endedEdge: number, startedEdge: number, point: Position): 'own' | 'other' | null {
    const at = this.#find(endedEdge, point);
    this.#cut[at] = startedEdge;
    return this.#checkPair(at - 1, at) ?? this.#checkPair(at, at + 1);
  }

  /** The index in the order of an edge that ends at a point. */
  #find(number: number, point: Position): number {
    const at = this.#search(point);
    // Where edges are almost collinear, rounding may find another one.
    return this.#cut[at] === number ? at : this.#cut.subarray(0, this.#size).indexOf(number);
  }

  /** The number of edges below a point, or the index of the edge that contains it. */
  #search(point: Position): number {
    let [low, high] = [0, this.#size];
    while (low < high) {
      const middle = (low + high) >> 1;
      const edge = this.#edge(middle);
      const where = edge === undefined ? 0 : sideOf(edge, point);
      if (where === 0) return middle;
      if (where > 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #edge(at: number): Edge | undefined {
    return at < 0 || at >= this.#size ? undefined : this.#edges[this.#cut[at] ?? -1];
  }

  #checkPair(at: number, next: number): 'own' | 'other' | null {
    const [one, two] = [this.#edge(at), this.#edge(next)];
    return one !== undefined && two !== undefined && edgesMeet(one, two) ? ringRelation(one, two) : null;
  }
}

function createEdge(ring: number, at: number, count: number, from: Position, to: Position): Edge {
  const [left, right] = comparePoints(from, to) < 0 ? [from, to] : [to, from];
  return { ring, at, count, from, to, left, right };
}

function ringRelation(one: { readonly ring: number }, two: { readonly ring: number }): 'own' | 'other' {
  return one.ring === two.ring ? 'own' : 'other';
}

/** From left to right, then from bottom to top. */
function comparePoints([x, y]: Position, [u, v]: Position): number {
  return x === u ? y - v : x - u;
}

/** Above 0: the point lies above the edge; below 0: below it; 0: on its line. */
function sideOf({ left, right }: Edge, point: Position): -1 | 0 | 1 {
  return orientation(left, right, point);
}

function edgesMeet(one: Edge, two: Edge): boolean {
  if (one.ring === two.ring) {
    // Adjacent edges share a vertex; they must not overlap.
    if ((one.at + 1) % one.count === two.at) return foldsBack(one.from, one.to, two.to);
    if ((two.at + 1) % two.count === one.at) return foldsBack(two.from, two.to, one.to);
  }
  return segmentsMeet(one.from, one.to, two.from, two.to);
}

/** Whether b -> c goes back along a -> b. */
function foldsBack(a: Position, b: Position, c: Position): boolean {
  if (orientation(a, b, c) !== 0) return false;
  return (c[0] - b[0]) * (a[0] - b[0]) + (c[1] - b[1]) * (a[1] - b[1]) > 0;
}

/** Whether two closed segments have a point in common. */
function segmentsMeet(a: Position, b: Position, c: Position, d: Position): boolean {
  const [abc, abd, cda, cdb] = [
    orientation(a, b, c),
    orientation(a, b, d),
    orientation(c, d, a),
    orientation(c, d, b),
  ];
  if (abc * abd < 0 && cda * cdb < 0) return true;
  return (
    (abc === 0 && isBetween(c, a, b)) ||
    (abd === 0 && isBetween(d, a, b)) ||
    (cda === 0 && isBetween(a, c, d)) ||
    (cdb === 0 && isBetween(b, c, d))
  );
}

/** Above 0: c lies to the left of a -> b; below: to the right; 0: on the line. */
function orientation([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): -1 | 0 | 1 {
  const cross = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  return cross > 0 ? 1 : cross < 0 ? -1 : 0;
}

/** Whether a point on the line through a and b lies between them. */
function isBetween([x, y]: Position, [ax, ay]: Position, [bx, by]: Position): boolean {
  return x >= Math.min(ax, bx) && x <= Math.max(ax, bx) && y >= Math.min(ay, by) && y <= Math.max(ay, by);
}
