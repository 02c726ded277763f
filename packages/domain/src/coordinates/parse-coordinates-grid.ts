import type { Coordinates } from '../geo/great-circle.ts';
import { UTM_BANDS, utmToGeographic } from './utm.ts';

/** `49R 448444 2740684`, with the letter of the band or of the hemisphere, and with or without units. */
const UTM =
  /^(?:utm\s*)?(?:zone\s*)?(\d{1,2})\s*([C-HJ-NP-X])\s*[,;:]?\s*(\d{6}(?:\.\d+)?)\s*m?\s*E?\s*[,;\s]\s*(\d{1,8}(?:\.\d+)?)\s*m?\s*N?$/i;
/** `49RDH4844440683`, with any blanks. Fewer than two digits name a square of 100 km: too coarse, and easily a name. */
const MGRS = /^(\d{1,2})([C-HJ-NP-X])([A-HJ-NP-Z])([A-HJ-NP-V])((?:\d\d){1,5})$/i;

/** A band spans 8° of latitude, the northernmost 12°. */
const bandOf = (letter: string) => {
  const south = -80 + 8 * UTM_BANDS.indexOf(letter);
  return { south, north: letter === 'X' ? 84 : south + 8 };
};
/** Degrees that coordinates may lie outside the band given: grid squares extend across its edges. */
const BAND_SLACK = 1;

/** Parses coordinates of the Universal Transverse Mercator grid or the Military Grid Reference System. */
export function parseGrid(text: string): Coordinates | null {
  return parseMgrs(text.replaceAll(/\s/g, '')) ?? parseUtm(text);
}

function parseUtm(text: string): Coordinates | null {
  const match = UTM.exec(text);
  if (match === null) return null;
  const [, zone = '', letter = '', easting = '', northing = ''] = match;
  const utm = { zone: Number(zone), easting: Number(easting), northing: Number(northing) };
  const band = letter.toUpperCase();
  const inBand = requireInBand(utmToGeographic({ ...utm, north: band >= 'N' }), band);
  if (inBand !== null) return inBand;
  // N and S are also used for the hemispheres. If S fits as the band S, which lies in the north, it is read as the band.
  if (band === 'S' || band === 'N') return utmToGeographic({ ...utm, north: band === 'N' });
  return null;
}

/**
 * Returns the centre of the named square. Source: NGA.STND.0037, Universal Grids and the Transverse Mercator and Polar
 * Stereographic Map Projections, 2014, section 3: three column sets, two row sets, each row letter repeats every 2,000 km.
 */
function parseMgrs(text: string): Coordinates | null {
  const match = MGRS.exec(text);
  if (match === null) return null;
  const [, zoneText = '', band = '', column = '', row = '', digits = ''] = match.map((part) =>
    part.toUpperCase(),
  );
  const zone = Number(zoneText);
  const columns = ['STUVWXYZ', 'ABCDEFGH', 'JKLMNPQR'][zone % 3] ?? '';
  const rows = zone % 2 === 1 ? 'ABCDEFGHJKLMNPQRSTUV' : 'FGHJKLMNPQRSTUVABCDE';
  const columnIndex = columns.indexOf(column);
  if (columnIndex < 0) return null;
  const size = 10 ** (5 - digits.length / 2);
  const half = digits.length / 2;
  const easting = (columnIndex + 1) * 100_000 + (Number(digits.slice(0, half)) + 0.5) * size;
  const above = rows.indexOf(row) * 100_000 + (Number(digits.slice(half)) + 0.5) * size;
  for (let northing = above; northing < 10_000_000; northing += 2_000_000) {
    const found = requireInBand(utmToGeographic({ zone, north: band >= 'N', easting, northing }), band);
    if (found !== null) return found;
  }
  return null;
}

function requireInBand(coordinates: Coordinates | null, band: string): Coordinates | null {
  if (coordinates === null) return null;
  const { south, north } = bandOf(band);
  return coordinates.latitude >= south - BAND_SLACK && coordinates.latitude <= north + BAND_SLACK
    ? coordinates
    : null;
}
