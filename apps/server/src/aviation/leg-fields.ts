import type { LegField, LegMoment } from '@wakeline/domain/aviation/leg';
import { type Field, matchField } from '@wakeline/domain/aviation/match-field';
import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { type Airport, airports } from '../places/airports.ts';
import type { LandingPlaceRow } from './landing-places.ts';

type OwnPlace = Pick<LandingPlaceRow, 'landing_place_id' | 'name' | 'latitude' | 'longitude' | 'radius'>;

interface NamedField extends Field {
  readonly ident: string | null;
  readonly landingPlaceId: number | null;
  readonly name: string;
}

/** Metres within which `matchField` searches: with sparse reports, and else. */
const SPARSE_DISTANCE = 20_000;
const LONG_GAP_MS = 2 * 60_000;

/** The landing place of the account or the airport of a moment; null: none is near, or the moment is not known. */
export function legFieldOf(moment: LegMoment | null, places: readonly OwnPlace[]): LegField | null {
  if (moment === null) return null;
  const isSparse = moment.to - moment.from > LONG_GAP_MS;
  const own = places.filter((place) => {
    return greatCircleDistance(moment, place) <= Math.max(place.radius, isSparse ? SPARSE_DISTANCE : 0);
  });
  const candidates = [...own.map(ownField), ...airports().near(moment, SPARSE_DISTANCE).map(airportField)];
  const match = matchField(moment, candidates);
  if (match === null) return null;
  const { ident, landingPlaceId, name } = match.field;
  return { ident, landingPlaceId, name, isUncertain: match.isUncertain, runway: match.runway?.ident ?? null };
}

function ownField({ landing_place_id, name, latitude, longitude }: OwnPlace): NamedField {
  return {
    ident: null,
    landingPlaceId: landing_place_id,
    name,
    latitude,
    longitude,
    isOwn: true,
    runways: [],
  };
}

function airportField({ ident, name, latitude, longitude, runways }: Airport): NamedField {
  return {
    ...{ ident, landingPlaceId: null, name, latitude, longitude, isOwn: false },
    runways: runways.map(({ ends }) => ends.map((end) => ({ ...end, ident: end.designator }))),
  };
}
