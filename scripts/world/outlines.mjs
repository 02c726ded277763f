/** Land, lakes, borders and rivers from Natural Earth 1:10m. */
import { naturalEarth } from './cache.mjs';
import { boundsOf, contains, feature, rounded, signedArea, simplify, squareKilometres } from './geometry.mjs';
import { readShapefile } from './shapefile.mjs';

/**
 * How much outlines are simplified: triangles below the first area (km²) are removed, islands and lakes below the second are
 * omitted. The overview is loaded first and must be small; the detail is for the tiles, which are simplified further.
 */
export const OVERVIEW = { coast: 200, polar: 500, border: 150, island: 800, lake: 4000, decimals: 2 };
export const DETAIL = { coast: 0.0005, polar: 0.005, border: 0.0005, island: 0.005, lake: 0.05, decimals: 5 };
export const DETAIL_STATES = 0.04;
export const DETAIL_RIVERS = 0.04;
/** Latitude beyond which outlines are simplified more. */
const POLAR_LATITUDE = 66;

/** The points of a ring from the last seam point round to the first, without the points within the seam. */
function openAtSeam(ring, isSeam) {
  const open = ring.slice(0, -1);
  const start = open.findIndex((point, i) => isSeam(point) && !isSeam(open[(i + 1) % open.length]));
  const turned = [...open.slice(start), ...open.slice(0, start)];
  const end = turned.findIndex((point, i) => i > 0 && isSeam(point));
  return turned.slice(0, end + 1);
}

/**
 * Natural Earth cuts islands and the Chukchi peninsula at 180°. Joined (with longitudes beyond 180) they have no outline along
 * the cut; MapLibre wraps them around the world.
 */
function joinAcrossAntimeridian(polygons) {
  const east = [];
  const west = [];
  const rest = [];
  for (const polygon of polygons) {
    const [minX, minY, maxX] = boundsOf(polygon[0]);
    if (minY < -89) rest.push(polygon);
    else if (maxX > 179.9999) east.push(polygon);
    else if (minX < -179.9999) west.push(polygon);
    else rest.push(polygon);
  }
  for (const polygon of east) {
    const line = openAtSeam(polygon[0], (point) => point[0] > 179.9999);
    const latitudes = [line[0][1], line.at(-1)[1]].sort((a, b) => a - b);
    const other = west.findIndex((candidate) => {
      const seam = candidate[0].filter((point) => point[0] < -179.9999).map((point) => point[1]);
      return (
        Math.abs(Math.min(...seam) - latitudes[0]) < 0.03 && Math.abs(Math.max(...seam) - latitudes[1]) < 0.03
      );
    });
    if (other < 0) {
      console.warn('no matching half for', boundsOf(polygon[0]).join(' '));
      rest.push(polygon);
      continue;
    }
    const [half] = west.splice(other, 1);
    const far = openAtSeam(half[0], (point) => point[0] < -179.9999).map(([x, y]) => [x + 360, y]);
    const holes = half.slice(1).map((ring) => ring.map(([x, y]) => [x + 360, y]));
    rest.push([[...line, ...far.slice(1, -1), line[0]], ...polygon.slice(1), ...holes]);
  }
  for (const polygon of west) console.warn('no matching half for', boundsOf(polygon[0]).join(' '));
  return [...rest, ...west];
}

/** Natural Earth's land as polygons (outer ring first, then lakes), joined at 180°, without duplicates. */
export function readLand() {
  const polygons = [];
  const seen = new Map();
  for (const { parts } of readShapefile(naturalEarth('ne_10m_land'))) {
    const outer = parts.filter((ring) => signedArea(ring) < 0);
    const holes = parts.filter((ring) => signedArea(ring) >= 0);
    const own = outer.map((ring) => [ring]);
    const bounds = outer.map(boundsOf);
    for (const hole of holes) {
      let best = -1;
      for (let i = 0; i < own.length; i++) {
        const [minX, minY, maxX, maxY] = bounds[i];
        const [x, y] = hole[0];
        if (x < minX || x > maxX || y < minY || y > maxY || !contains(own[i][0], hole[0])) continue;
        if (best < 0 || Math.abs(signedArea(own[i][0])) < Math.abs(signedArea(own[best][0]))) best = i;
      }
      if (best >= 0) own[best].push(hole);
    }
    for (const polygon of own) {
      const area = squareKilometres(polygon[0]);
      const [minX, minY, maxX, maxY] = boundsOf(polygon[0]);
      const key = `${((minX + maxX) / 2).toFixed(2)} ${((minY + maxY) / 2).toFixed(2)}`;
      const former = seen.get(key) ?? [];
      if (former.some((value) => Math.abs(value - area) < 0.1 * area + 0.05)) continue;
      seen.set(key, [...former, area]);
      polygons.push(polygon);
    }
  }
  return joinAcrossAntimeridian(polygons);
}

/** Simplifies polygons; Antarctica is split into a fill without outline and its coast as lines. */
export function simplifiedLand(polygons, level) {
  const land = [];
  const polar = [];
  const coast = [];
  for (const polygon of polygons) {
    const [, minY] = boundsOf(polygon[0]);
    const touchesPole = minY < -89;
    const rings = [];
    for (const [i, ring] of polygon.entries()) {
      const area = squareKilometres(ring);
      if (!touchesPole && area < (i === 0 ? level.island : level.lake)) {
        if (i === 0) break;
        continue;
      }
      // Small islands keep their shape at any threshold.
      const most = Math.max(area / 60, level.coast / 20);
      const threshold = (point) =>
        Math.min(Math.abs(point[1]) > POLAR_LATITUDE ? level.polar : level.coast, most);
      const cut = touchesPole ? (point) => Math.abs(point[0]) > 179.99 : undefined;
      const points = rounded(simplify(ring, threshold, 3, cut), level.decimals);
      if (points.length >= 4) rings.push(points);
      else if (i === 0) break;
    }
    if (rings.length === 0) continue;
    if (!touchesPole) {
      land.push(rings);
      continue;
    }
    polar.push(rings.slice(0, 1));
    let line = [];
    for (const point of rings[0]) {
      const isCut = Math.abs(point[0]) > 179.99 && point[1] < -84.4;
      if (!isCut && point[1] > -89) line.push(point);
      else if (line.length > 0) {
        coast.push(line);
        line = [];
      }
    }
    if (line.length > 1) coast.push(line);
  }
  return { land, polar, coast };
}

/** One feature per 30° cell: few enough to be small, many enough that tiles need not touch all of them. */
export function landFeatures({ land, polar, coast }) {
  const cells = new Map();
  for (const polygon of land) {
    const [minX, minY, maxX, maxY] = boundsOf(polygon[0]);
    const large = maxX - minX > 30;
    const key = large
      ? `large ${cells.size}`
      : `${Math.floor((minX + maxX) / 60)} ${Math.floor((minY + maxY) / 60)}`;
    cells.set(key, [...(cells.get(key) ?? []), polygon]);
  }
  return [
    ...[...cells.values()].map((polygons) => feature({ k: 'land' }, 'MultiPolygon', polygons)),
    ...polar.map((polygon) => feature({ k: 'pole' }, 'Polygon', polygon)),
    ...coast.map((line) => feature({ k: 'coast' }, 'LineString', line)),
  ];
}

export function simplifiedLines(lines, threshold, decimals = DETAIL.decimals) {
  return lines
    .map((line) =>
      rounded(
        simplify(line, () => threshold, 1),
        decimals,
      ),
    )
    .filter((line) => line.length > 1);
}

const BORDER_SKIPPED = new Set(['Overlay limit', 'Lease limit']);
const BORDER_SETTLED = /^International boundary/;

export function readBorders() {
  const groups = { settled: [], disputed: [], inner: [] };
  for (const { parts, properties } of readShapefile(naturalEarth('ne_10m_admin_0_boundary_lines_land'))) {
    const { featurecla, type, sov_a3_l: left, sov_a3_r: right } = properties;
    if (BORDER_SKIPPED.has(featurecla)) continue;
    // "Indefinite" lines through lakes and rivers are undisputed borders on water.
    const settled = BORDER_SETTLED.test(featurecla) || type === 'Water Indicator';
    // Natural Earth names the sovereign of each side: the same on both sides means a border within a country.
    const within = settled && left === right && left !== '';
    groups[within ? 'inner' : settled ? 'settled' : 'disputed'].push(...parts);
    if (within) console.log(`border within a country: ${properties.adm0_left} - ${properties.adm0_right}`);
  }
  return groups;
}

/** Lines of a Natural Earth layer by the zoom from which `rankOf` wants them; undefined leaves a line out. */
function linesByRank(layer, rankOf) {
  const byRank = new Map();
  for (const { parts, properties } of readShapefile(naturalEarth(layer))) {
    const rank = rankOf(properties);
    if (rank !== undefined) byRank.set(rank, [...(byRank.get(rank) ?? []), ...parts]);
  }
  return [...byRank.entries()].sort((a, b) => a[0] - b[0]);
}

export const readStates = () =>
  linesByRank('ne_10m_admin_1_states_provinces_lines', ({ min_zoom: zoom }) => {
    if (zoom > 7) return undefined;
    return zoom <= 3 ? 4 : zoom <= 6.6 ? 5 : 7;
  });

export const readRivers = () =>
  linesByRank('ne_10m_rivers_lake_centerlines', ({ scalerank }) => {
    if (scalerank > 7) return undefined;
    return scalerank <= 2 ? 3 : scalerank <= 4 ? 4 : scalerank <= 5 ? 5 : scalerank <= 6 ? 6 : 7;
  });

/** Joins lines that end where exactly one other starts, so that simplification gets longer lines. */
export function joined(lines) {
  const ends = new Map();
  const key = (point) => `${point[0].toFixed(6)} ${point[1].toFixed(6)}`;
  const note = (point, line) => ends.set(key(point), [...(ends.get(key(point)) ?? []), line]);
  const all = new Set(lines.filter((line) => line.length > 1).map((line) => ({ line })));
  for (const item of all) {
    note(item.line[0], item);
    note(item.line.at(-1), item);
  }
  for (const [place, items] of ends) {
    if (items.length !== 2 || items[0] === items[1]) continue;
    const [a, b] = items;
    const first = key(a.line.at(-1)) === place ? a.line : [...a.line].reverse();
    const second = key(b.line[0]) === place ? b.line : [...b.line].reverse();
    a.line = [...first, ...second.slice(1)];
    all.delete(b);
    const far = key(second.at(-1));
    ends.set(
      far,
      (ends.get(far) ?? []).map((item) => (item === b ? a : item)),
    );
  }
  return [...all].map((item) => item.line);
}
