/** Device numbers of objects in feeds: MMSI, ICAO address, and an address that ICAO did not assign. */
const FEED_NUMBER = /^(mmsi-\d{9}|(non)?icao-[0-9a-f]{6})$/i;

/** A device number as feeds write it, in lower case: `ICAO-3C6444` becomes `icao-3c6444`. Others stay as they are. */
export function normalizeFeedNumber(number: string): string {
  return FEED_NUMBER.test(number) ? number.toLowerCase() : number;
}
