import type { Position } from './fence-shape.ts';

/** An edge of a ring, and which one it is. */
interface Edge {
  readonly ring: number;
  readonly at: number;
  /** Edges of its ring. */
  readonly count: number;
  readonly from: Position;
  readonly to: Position;
  /** Its ends from left to right, of a vertical one from below. */
  readonly left: Position;
  readonly right: Position;
}

/** A corner, and the edges before and after it. */
interface Corner {
  readonly ring: number;
  readonly place: Position;
  readonly edges: readonly [number, number];
}

/**
 * Whether an edge meets another one: of its own ring, or of another; null: none does. Neighbours may share their corner.
 *
 * A line sweeps over the corners from left to right and keeps the edges that it cuts, from below (Shamos and Hoey, 1976, "Geometric
 * intersection problems"). Until the first two edges meet, their order does not change, and those two lie next to each other
 * before they meet: so only neighbours are looked at, and however long the edges are, it is not each with each.
 */
export function firstCrossing(rings: readonly (readonly Position[])[]): 'own' | 'other' | null {
  const met = sweep(rings);
  if (met !== 'other') return met;
  // Some ring may cross itself as well, further on.
  return rings.some((ring) => sweep([ring]) !== null) ? 'own' : 'other';
}

function sweep(rings: readonly (readonly Position[])[]): 'own' | 'other' | null {
  const edges = rings.flatMap((corners, ring) =>
    corners.map((from, at) =>
      edgeOf(ring, at, corners.length, from, corners[(at + 1) % corners.length] ?? from),
    ),
  );
  const corners = edges.map(({ ring, at, count, from }, number): Corner => {
    return { ring, place: from, edges: [at === 0 ? number + count - 1 : number - 1, number] };
  });
  corners.sort((a, b) => order(a.place, b.place));
  const status = new Status(edges);
  for (const [number, corner] of corners.entries()) {
    const next = corners[number + 1];
    if (next !== undefined && order(corner.place, next.place) === 0) return sameRing(corner, next);
    const met = status.pass(corner);
    if (met !== null) return met;
  }
  return null;
}

/** The edges that the line cuts, from below. */
class Status {
  readonly #edges: readonly Edge[];
  /** Their numbers. Moving a few thousand numbers by one place is faster than a tree. */
  readonly #cut: Int32Array;
  #size = 0;

  constructor(edges: readonly Edge[]) {
    this.#edges = edges;
    this.#cut = new Int32Array(edges.length);
  }

  /** Goes on to a corner: edges end there, go on there, or begin. Answers the first two that meet. */
  pass({ place, ring, edges: [one, two] }: Corner): 'own' | 'other' | null {
    const [oneEnds, twoEnds] = [this.#ends(one, place), this.#ends(two, place)];
    if (oneEnds && twoEnds) return this.#remove(one, place) ?? this.#remove(two, place);
    if (oneEnds) return this.#replace(one, two, place);
    if (twoEnds) return this.#replace(two, one, place);
    const at = this.#search(place);
    const above = this.#edge(at);
    // The corner lies on an edge.
    if (above !== undefined && side(above, place) === 0) return above.ring === ring ? 'own' : 'other';
    const [first, second] = [this.#edges[one], this.#edges[two]];
    if (first === undefined || second === undefined) return null;
    const turned = turn(place, first.right, second.right);
    // One lies on the other.
    if (turned === 0) return 'own';
    const [lower, upper] = turned > 0 ? [one, two] : [two, one];
    this.#cut.copyWithin(at + 2, at, this.#size);
    this.#cut[at] = lower;
    this.#cut[at + 1] = upper;
    this.#size += 2;
    return this.#meet(at - 1, at) ?? this.#meet(at + 1, at + 2);
  }

  #ends(number: number, [x, y]: Position): boolean {
    const right = this.#edges[number]?.right;
    return right !== undefined && right[0] === x && right[1] === y;
  }

  #remove(number: number, place: Position): 'own' | 'other' | null {
    const at = this.#find(number, place);
    this.#cut.copyWithin(at, at + 1, this.#size);
    this.#size -= 1;
    return this.#meet(at - 1, at);
  }

  #replace(ended: number, begun: number, place: Position): 'own' | 'other' | null {
    const at = this.#find(ended, place);
    this.#cut[at] = begun;
    return this.#meet(at - 1, at) ?? this.#meet(at, at + 1);
  }

  /** Where in the order an edge is that ends at a place. */
  #find(number: number, place: Position): number {
    const at = this.#search(place);
    // Where edges run nearly together, rounding may say another one.
    return this.#cut[at] === number ? at : this.#cut.subarray(0, this.#size).indexOf(number);
  }

  /** The number of edges below a place, or where one is that it lies on. */
  #search(place: Position): number {
    let [low, high] = [0, this.#size];
    while (low < high) {
      const middle = (low + high) >> 1;
      const edge = this.#edge(middle);
      const where = edge === undefined ? 0 : side(edge, place);
      if (where === 0) return middle;
      if (where > 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #edge(at: number): Edge | undefined {
    return at < 0 || at >= this.#size ? undefined : this.#edges[this.#cut[at] ?? -1];
  }

  #meet(at: number, next: number): 'own' | 'other' | null {
    const [one, two] = [this.#edge(at), this.#edge(next)];
    return one !== undefined && two !== undefined && meets(one, two) ? sameRing(one, two) : null;
  }
}

function edgeOf(ring: number, at: number, count: number, from: Position, to: Position): Edge {
  const [left, right] = order(from, to) < 0 ? [from, to] : [to, from];
  return { ring, at, count, from, to, left, right };
}

function sameRing(one: { readonly ring: number }, two: { readonly ring: number }): 'own' | 'other' {
  return one.ring === two.ring ? 'own' : 'other';
}

/** From left to right, then from below. */
function order([x, y]: Position, [u, v]: Position): number {
  return x === u ? y - v : x - u;
}

/** Above 0: the place lies above the edge; below 0: below it; 0: on its line. */
function side({ left, right }: Edge, place: Position): -1 | 0 | 1 {
  return turn(left, right, place);
}

function meets(one: Edge, two: Edge): boolean {
  if (one.ring === two.ring) {
    // Neighbours share a corner; they may not lie on one another.
    if ((one.at + 1) % one.count === two.at) return foldsBack(one.from, one.to, two.to);
    if ((two.at + 1) % two.count === one.at) return foldsBack(two.from, two.to, one.to);
  }
  return segmentsMeet(one.from, one.to, two.from, two.to);
}

/** Whether the way b -> c goes back along a -> b. */
function foldsBack(a: Position, b: Position, c: Position): boolean {
  if (turn(a, b, c) !== 0) return false;
  return (c[0] - b[0]) * (a[0] - b[0]) + (c[1] - b[1]) * (a[1] - b[1]) > 0;
}

/** Whether two closed segments have a place in common. */
function segmentsMeet(a: Position, b: Position, c: Position, d: Position): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (abc * abd < 0 && cda * cdb < 0) return true;
  return (
    (abc === 0 && liesOn(c, a, b)) ||
    (abd === 0 && liesOn(d, a, b)) ||
    (cda === 0 && liesOn(a, c, d)) ||
    (cdb === 0 && liesOn(b, c, d))
  );
}

/** Above 0: c lies to the left of a -> b; below: to the right; 0: on the line. */
function turn([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): -1 | 0 | 1 {
  const cross = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  return cross > 0 ? 1 : cross < 0 ? -1 : 0;
}

/** Of a place on the line through a and b: whether it lies between them. */
function liesOn([x, y]: Position, [ax, ay]: Position, [bx, by]: Position): boolean {
  return x >= Math.min(ax, bx) && x <= Math.max(ax, bx) && y >= Math.min(ay, by) && y <= Math.max(ay, by);
}
