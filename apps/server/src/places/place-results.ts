import type { Language } from '@wakeline/contract/entities/user-config';
import { SEARCH_RESULT_KINDS } from '@wakeline/contract/places';
import { parseCoordinates } from '@wakeline/domain/coordinates/parse-coordinates';
import { type Coordinates, greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { describePosition, formatDistance, placeName } from './describe-position.ts';
import type { Gazetteer, Place } from './gazetteer.ts';
import type { GeocoderPlace } from './geocoder.ts';
import type { RankedResult, SearchResult } from './search-result.ts';

/** What one search answers at most. */
export const MAX_RESULTS = 50;
/** How many of them may be places, where there is anything else. */
const MAX_PLACES = 20;

const KIND_LABELS: Readonly<Record<Language, Readonly<Record<Place['kind'], string>>>> = {
  zh_CN: { ocean: '海洋', country: '国家和地区', capital: '首都', city: '城市', town: '城镇' },
  en_US: { ocean: 'Ocean', country: 'Country or territory', capital: 'Capital', city: 'City', town: 'Town' },
};

export interface PlaceQuery {
  readonly keywords: string;
  readonly language: Language;
  /** Where the map looks; null: not said. */
  readonly near: Coordinates | null;
}

/** The coordinates that somebody typed, as a thing that was found; null: they are none. */
export function findCoordinates(
  gazetteer: Gazetteer,
  { keywords, language }: PlaceQuery,
): SearchResult | null {
  const at = parseCoordinates(keywords);
  if (at === null) return null;
  return {
    kind: 'coordinates',
    id: null,
    name: `${at.latitude.toFixed(5)}, ${at.longitude.toFixed(5)}`,
    detail: describePosition(gazetteer, at, language),
    ...at,
    bounds: null,
  };
}

export function findPlaces(gazetteer: Gazetteer, { keywords, language, near }: PlaceQuery): RankedResult[] {
  return gazetteer.search(keywords, near, MAX_PLACES).map(({ place, match }) => {
    const name = placeName(place, language);
    const otherName = language === 'zh_CN' ? place.english : place.chinese;
    const details = [
      KIND_LABELS[language][place.kind],
      otherName === name ? '' : otherName,
      distanceText(place, near),
    ];
    return { match, found: toPlaceResult(name, details, place) };
  });
}

/** What the operator's geocoder found. It ranks by itself, and is believed: behind own things that match as well. */
export function rankExternalPlaces(places: readonly GeocoderPlace[], { near }: PlaceQuery): RankedResult[] {
  return places.slice(0, MAX_PLACES).map((place) => ({
    match: 1,
    found: toPlaceResult(place.name, [place.detail, distanceText(place, near)], place),
  }));
}

function toPlaceResult(
  name: string,
  details: readonly string[],
  { latitude, longitude }: Coordinates,
): SearchResult {
  const detail = details.filter((text) => text !== '').join(' · ');
  return { kind: 'place', id: null, name, detail, latitude, longitude, bounds: null };
}

function distanceText(place: Coordinates, near: Coordinates | null): string {
  return near === null ? '' : formatDistance(greatCircleDistance(place, near));
}

/** The best first; of those that match as well things of one's own before places. What is found twice is told once. */
export function sortResults(ranked: readonly RankedResult[]): SearchResult[] {
  const order = ranked
    .map((entry, index) => ({ ...entry, index }))
    .sort(
      (a, b) =>
        a.match - b.match ||
        SEARCH_RESULT_KINDS.indexOf(a.found.kind) - SEARCH_RESULT_KINDS.indexOf(b.found.kind) ||
        a.index - b.index,
    );
  const seen = new Set<string>();
  return order
    .map(({ found }) => found)
    .filter((found) => {
      // A place is the same at the same kilometre.
      const { kind, id, name, latitude, longitude } = found;
      const key = `${kind} ${id ?? `${name} ${latitude?.toFixed(2)} ${longitude?.toFixed(2)}`}`;
      return seen.size < seen.add(key).size;
    })
    .slice(0, MAX_RESULTS);
}
