import type { LandingPlace } from '@wakeline/contract/aviation/landing-places';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { parseCoordinates } from '@wakeline/domain/coordinates/parse-coordinates';
import { type AltitudeUnits, convertAltitude, METRES_PER_FOOT } from '../../../format/quantities.ts';

/** Fields of the form. */
export interface LandingPlaceFields {
  readonly landingPlaceName: string;
  readonly code: string;
  /** In any notation. */
  readonly coordinates: string;
  /** In the user's unit of altitudes. */
  readonly elevation: number | null;
  readonly radius: number;
  readonly note: string;
}

/** The settings of the user. */
interface PlaceFormat {
  readonly altitudeUnits: AltitudeUnits;
  formatCoordinates(latitude: number, longitude: number): string;
}

/** Metres; the default of the contract. */
const DEFAULT_RADIUS = 1_000;

/** The fields of a landing place, or (null) of a new one. */
export function toLandingPlaceFields(
  place: LandingPlace | null,
  { formatCoordinates, altitudeUnits }: PlaceFormat,
): LandingPlaceFields {
  if (place === null)
    return {
      landingPlaceName: '',
      code: '',
      coordinates: '',
      elevation: null,
      radius: DEFAULT_RADIUS,
      note: '',
    };
  const { landingPlaceName, code, latitude, longitude, elevation, radius, note } = place;
  const coordinates = formatCoordinates(latitude, longitude);
  return {
    landingPlaceName,
    code: code ?? '',
    coordinates,
    elevation: toFieldElevation(elevation, altitudeUnits),
    radius,
    note,
  };
}

/**
 * The payload of a form.
 *
 * @param place the edited landing place: it keeps its exact position if the displayed text is unchanged
 * @returns null: the coordinates are unreadable
 */
export function toLandingPlaceForm(
  { landingPlaceName, code, coordinates, elevation, radius, note }: LandingPlaceFields,
  place: LandingPlace | null,
  { formatCoordinates, altitudeUnits }: PlaceFormat,
): PayloadInput<Operations['createLandingPlace']> | null {
  const unchanged =
    place !== null && coordinates.trim() === formatCoordinates(place.latitude, place.longitude);
  const position = unchanged ? place : parseCoordinates(coordinates);
  if (position === null) return null;
  const { latitude, longitude } = position;
  return {
    landingPlaceName: landingPlaceName.trim(),
    code: code.trim() === '' ? null : code.trim(),
    latitude,
    longitude,
    elevation: toElevation(elevation, altitudeUnits),
    radius,
    note: note.trim(),
  };
}

/** Hundredths, so that an unchanged elevation stays the same in metres. */
function toFieldElevation(metres: number | null, units: AltitudeUnits): number | null {
  return metres === null ? null : Math.round(convertAltitude(metres, units) * 100) / 100;
}

/** Metres of the value of the field, in hundredths; an empty field stays empty. */
export function toElevation(value: number | null, units: AltitudeUnits): number | null {
  if (value === null || value === undefined) return null;
  return units === 2 ? Math.round(value * METRES_PER_FOOT * 100) / 100 : value;
}

/** Metres; the bounds of the contract. */
const ELEVATIONS = { min: -500, max: 9_000 };

/** What an elevation may be, in the unit of the field: integers within the bounds. */
export function elevationBounds(units: AltitudeUnits) {
  const { min, max } = ELEVATIONS;
  return { min: Math.ceil(convertAltitude(min, units)), max: Math.floor(convertAltitude(max, units)) };
}
