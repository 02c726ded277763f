/** Geometry on lists of [longitude, latitude], and GeoJSON from it. */

/** Decimals of the coordinates in the committed GeoJSON of places: 110 m. */
const DECIMALS = 3;
export const round = (value, decimals = DECIMALS) => Number(value.toFixed(decimals));

/** Rounds a line and drops points that coincide. */
export function rounded(line, decimals = DECIMALS) {
  const result = [];
  for (const [x, y] of line) {
    const point = [round(x, decimals), round(y, decimals)];
    const last = result.at(-1);
    if (last === undefined || last[0] !== point[0] || last[1] !== point[1]) result.push(point);
  }
  return result;
}

export const signedArea = (ring) => {
  let sum = 0;
  for (let i = 0; i < ring.length - 1; i++) sum += ring[i][0] * ring[i + 1][1] - ring[i + 1][0] * ring[i][1];
  return sum / 2;
};

export function squareKilometres(ring) {
  const middle = ring.reduce((sum, point) => sum + point[1], 0) / ring.length;
  return Math.abs(signedArea(ring)) * 111.2 ** 2 * Math.cos((middle * Math.PI) / 180);
}

export const boundsOf = (ring) => {
  const bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of ring) {
    if (x < bounds[0]) bounds[0] = x;
    if (y < bounds[1]) bounds[1] = y;
    if (x > bounds[2]) bounds[2] = x;
    if (y > bounds[3]) bounds[3] = y;
  }
  return bounds;
};

export const pointsOf = (coordinates) =>
  typeof coordinates[0] === 'number' ? [coordinates] : coordinates.flatMap(pointsOf);

export function contains(ring, [x, y]) {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i];
    const [bx, by] = ring[j];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

export const feature = (properties, type, coordinates) => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates },
});

export const lineFeature = (properties, lines) =>
  lines.length === 1
    ? feature(properties, 'LineString', lines[0])
    : feature(properties, 'MultiLineString', lines);

const KILOMETRES_PER_DEGREE = 111.2;

function triangle(a, b, c) {
  const stretch = Math.cos((b[1] * Math.PI) / 180);
  const area = Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
  return area * stretch * KILOMETRES_PER_DEGREE ** 2;
}

/** A binary heap of [area, index] pairs; stale entries stay until they are popped. */
class Heap {
  #items = [];
  get size() {
    return this.#items.length;
  }
  push(item) {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (items[parent][0] <= items[at][0]) break;
      [items[parent], items[at]] = [items[at], items[parent]];
      at = parent;
    }
  }
  pop() {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (items.length > 0) {
      items[0] = last;
      let at = 0;
      for (;;) {
        const left = 2 * at + 1;
        let least = at;
        if (left < items.length && items[left][0] < items[least][0]) least = left;
        if (left + 1 < items.length && items[left + 1][0] < items[least][0]) least = left + 1;
        if (least === at) break;
        [items[least], items[at]] = [items[at], items[least]];
        at = least;
      }
    }
    return top;
  }
}

/**
 * Returns the line without the points whose triangle is smaller than `threshold(point)` in km². The first and the last point
 * stay, at least `min` + 1 points stay, and so do the points for which `mustKeep` is true.
 */
export function simplify(line, threshold, min, mustKeep = () => false) {
  const before = line.map((_, i) => i - 1);
  const after = line.map((_, i) => i + 1);
  const areas = new Float64Array(line.length);
  const heap = new Heap();
  const measure = (i, floor) => {
    areas[i] = mustKeep(line[i])
      ? Infinity
      : Math.max(floor, triangle(line[before[i]], line[i], line[after[i]]));
    if (areas[i] !== Infinity) heap.push([areas[i], i]);
  };
  for (let i = 1; i < line.length - 1; i++) measure(i, 0);
  const gone = new Uint8Array(line.length);
  let left = line.length;
  while (heap.size > 0 && left > min + 1) {
    const [area, i] = heap.pop();
    if (gone[i] || area !== areas[i] || area > threshold(line[i])) continue;
    gone[i] = 1;
    left--;
    const [previous, next] = [before[i], after[i]];
    after[previous] = next;
    before[next] = previous;
    if (previous > 0) measure(previous, area);
    if (next < line.length - 1) measure(next, area);
  }
  return line.filter((_, i) => !gone[i]);
}
