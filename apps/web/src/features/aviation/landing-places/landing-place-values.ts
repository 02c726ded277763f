import type { LandingPlace } from '@wakeline/contract/aviation/landing-places';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { parseCoordinates } from '@wakeline/domain/coordinates/parse-coordinates';

/** Fields of the form. */
export interface LandingPlaceFields {
  readonly landingPlaceName: string;
  readonly code: string;
  /** In any notation. */
  readonly coordinates: string;
  /** Metres. */
  readonly elevation: number | null;
  readonly radius: number;
  readonly note: string;
}

type FormatCoordinates = (latitude: number, longitude: number) => string;

/** Metres; the default of the contract. */
const DEFAULT_RADIUS = 1_000;

/** The fields of a landing place, or (null) of a new one. */
export function toLandingPlaceFields(
  place: LandingPlace | null,
  formatCoordinates: FormatCoordinates,
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
  return { landingPlaceName, code: code ?? '', coordinates, elevation, radius, note };
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
  formatCoordinates: FormatCoordinates,
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
    elevation,
    radius,
    note: note.trim(),
  };
}
