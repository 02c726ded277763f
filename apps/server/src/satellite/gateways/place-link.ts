import type { ClaimedPart } from '../queue/gateway.ts';

/** Of 11 m: reported positions are no better. */
const DIGITS = 4;

/** The position of a message and where to see it: `22.2508, 113.4997` and an address of OpenStreetMap. */
export function placeLines(place: NonNullable<ClaimedPart['place']>): readonly string[] {
  const [latitude, longitude] = [place.latitude.toFixed(DIGITS), place.longitude.toFixed(DIGITS)];
  return [
    `${latitude}, ${longitude}`,
    `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=12/${latitude}/${longitude}`,
  ];
}
