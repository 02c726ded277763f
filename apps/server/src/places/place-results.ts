import type { Language } from '@wakeline/contract/entities/user-config';
import { SEARCH_RESULT_KINDS } from '@wakeline/contract/places';
import { parseCoordinates } from '@wakeline/domain/coordinates/parse-coordinates';
import { type Coordinates, greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { describePosition, formatDistance, placeName } from './describe-position.ts';
import type { Gazetteer, Place } from './gazetteer.ts';
import type { GeocoderPlace } from './geocoder.ts';
import type { RankedResult, SearchResult } from './search-result.ts';

/** Maximum number of results of a search. */
export const MAX_RESULTS = 50;
/** Maximum number of places among them. */
const MAX_PLACES = 20;

const KIND_LABELS: Readonly<Record<Language, Readonly<Record<Place['kind'], string>>>> = {
  zh_CN: { ocean: '海洋', country: '国家和地区', capital: '首都', city: '城市', town: '城镇' },
  en_US: { ocean: 'Ocean', country: 'Country or territory', capital: 'Capital', city: 'City', town: 'Town' },
};

export interface PlaceQuery {
  readonly keywords: string;
  readonly language: Language;
  /** The centre of the map; null when not given. */
  readonly near: Coordinates | null;
}

/** The coordinates in the keywords, as a result; null when there are none. */
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
    return { match, result: toPlaceResult(name, details, place) };
  });
}

/**
 * Results of the operator's geocoder, in its order. They rank behind objects of the account that match equally well.
 */
export function rankExternalPlaces(places: readonly GeocoderPlace[], { near }: PlaceQuery): RankedResult[] {
  return places.slice(0, MAX_PLACES).map((place) => ({
    match: 1,
    result: toPlaceResult(place.name, [place.detail, distanceText(place, near)], place),
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

/** Sorts results by match, objects of the account before places, and removes duplicates. */
export function sortResults(ranked: readonly RankedResult[]): SearchResult[] {
  const order = ranked
    .map((entry, index) => ({ ...entry, index }))
    .sort(
      (a, b) =>
        a.match - b.match ||
        SEARCH_RESULT_KINDS.indexOf(a.result.kind) - SEARCH_RESULT_KINDS.indexOf(b.result.kind) ||
        a.index - b.index,
    );
  const seen = new Set<string>();
  return order
    .map(({ result }) => result)
    .filter((result) => {
      // Places within about a kilometre with the same name are duplicates.
      const { kind, id, name, latitude, longitude } = result;
      const key = `${kind} ${id ?? `${name} ${latitude?.toFixed(2)} ${longitude?.toFixed(2)}`}`;
      return seen.size < seen.add(key).size;
    })
    .slice(0, MAX_RESULTS);
}
