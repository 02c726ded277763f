import type { Coordinates } from '../geo/great-circle.ts';
import { UTM_BANDS, utmToGeographic } from './utm.ts';

/** `49R 448444 2740684`, with the letters of the band or of the half of the globe, and with or without units. */
const UTM =
  /^(?:utm\s*)?(?:zone\s*)?(\d{1,2})\s*([C-HJ-NP-X])\s*[,;:]?\s*(\d{6}(?:\.\d+)?)\s*m?\s*E?\s*[,;\s]\s*(\d{1,8}(?:\.\d+)?)\s*m?\s*N?$/i;
/** `49RDH4844440683`, with any blanks. Less than two digits is a square of 100 km: no place, and easily a name. */
const MGRS = /^(\d{1,2})([C-HJ-NP-X])([A-HJ-NP-Z])([A-HJ-NP-V])((?:\d\d){1,5})$/i;

/** A band is 8° high, the northernmost 12°. */
const bandOf = (letter: string) => {
  const south = -80 + 8 * UTM_BANDS.indexOf(letter);
  return { south, north: letter === 'X' ? 84 : south + 8 };
};
/** How far outside of its band, in degrees, a place may be that is said to be in it: squares lie across its edges. */
const BAND_SLACK = 1;

/** A place by the Universal Transverse Mercator grid, or by the Military Grid Reference System on it. */
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
  // People write N and S for the halves as well. Where S can be the band, which lies in the north, it is the band.
  if (band === 'S' || band === 'N') return utmToGeographic({ ...utm, north: band === 'N' });
  return null;
}

/**
 * The middle of the square that is named. NGA.STND.0037, Universal Grids and the Transverse Mercator and Polar
 * Stereographic Map Projections, 2014, section 3: columns of three sets, rows of two, each row letter every 2,000 km.
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
