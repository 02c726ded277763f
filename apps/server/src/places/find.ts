import type { Language } from '@wakeline/contract/entities/user-config';
import { FOUND_KINDS } from '@wakeline/contract/places';
import { parseCoordinates } from '@wakeline/domain/coordinates/parse-coordinates';
import { type Coordinates, greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import type { Found, Ranked } from './found.ts';
import type { Gazetteer, Place } from './gazetteer.ts';
import type { GeocoderPlace } from './geocoder.ts';
import { distanceWords, nameOf, offlineWords } from './words.ts';

/** What one search answers at most. */
export const MOST_FOUND = 50;
/** How many of them may be places, where there is anything else. */
const MOST_PLACES = 20;

const KIND_WORDS: Readonly<Record<Language, Readonly<Record<Place['kind'], string>>>> = {
  zh_CN: { ocean: '海洋', country: '国家和地区', capital: '首都', city: '城市', town: '城镇' },
  en_US: { ocean: 'Ocean', country: 'Country or territory', capital: 'Capital', city: 'City', town: 'Town' },
};

export interface Looking {
  readonly keywords: string;
  readonly language: Language;
  /** Where the map looks; null: not said. */
  readonly near: Coordinates | null;
}

/** The coordinates that somebody typed, as a thing that was found; null: they are none. */
export function foundCoordinates(gazetteer: Gazetteer, { keywords, language }: Looking): Found | null {
  const at = parseCoordinates(keywords);
  if (at === null) return null;
  return {
    kind: 'coordinates',
    id: null,
    name: `${at.latitude.toFixed(5)}, ${at.longitude.toFixed(5)}`,
    detail: offlineWords(gazetteer, at, language),
    ...at,
    bounds: null,
  };
}

export function foundPlaces(gazetteer: Gazetteer, { keywords, language, near }: Looking): Ranked[] {
  return gazetteer.search(keywords, near, MOST_PLACES).map(({ place, match }) => {
    const name = nameOf(place, language);
    const other = language === 'zh_CN' ? place.english : place.chinese;
    const words = [KIND_WORDS[language][place.kind], other === name ? '' : other, wayTo(place, near)];
    return { match, found: placeOf(name, words, place) };
  });
}

/** What the operator's geocoder found. It ranks by itself, and is believed: behind own things that match as well. */
export function foundOutside(places: readonly GeocoderPlace[], { near }: Looking): Ranked[] {
  return places.slice(0, MOST_PLACES).map((place) => ({
    match: 1,
    found: placeOf(place.name, [place.detail, wayTo(place, near)], place),
  }));
}

function placeOf(name: string, words: readonly string[], { latitude, longitude }: Coordinates): Found {
  const detail = words.filter((word) => word !== '').join(' · ');
  return { kind: 'place', id: null, name, detail, latitude, longitude, bounds: null };
}

function wayTo(place: Coordinates, near: Coordinates | null): string {
  return near === null ? '' : distanceWords(greatCircleDistance(place, near));
}

/** The best first; of those that match as well things of one's own before places. What is found twice is told once. */
export function inOrder(ranked: readonly Ranked[]): Found[] {
  const order = ranked
    .map((entry, index) => ({ ...entry, index }))
    .sort(
      (a, b) =>
        a.match - b.match ||
        FOUND_KINDS.indexOf(a.found.kind) - FOUND_KINDS.indexOf(b.found.kind) ||
        a.index - b.index,
    );
  const told = new Set<string>();
  return order
    .map(({ found }) => found)
    .filter((found) => {
      // A place is the same at the same kilometre.
      const { kind, id, name, latitude, longitude } = found;
      const key = `${kind} ${id ?? `${name} ${latitude?.toFixed(2)} ${longitude?.toFixed(2)}`}`;
      return told.size < told.add(key).size;
    })
    .slice(0, MOST_FOUND);
}
