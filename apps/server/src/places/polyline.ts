/**
 * Decodes an encoded polyline to `[longitude, latitude]` (Google, Encoded Polyline Algorithm Format). OSRM and
 * Valhalla use six decimals.
 *
 * @throws RangeError when the text is not an encoded polyline.
 */
export function decodePolyline(text: string, decimals: number): [number, number][] {
  const scale = 10 ** decimals;
  const line: [number, number][] = [];
  let [latitude, longitude, at] = [0, 0, 0];

  function next(): number {
    let value = 0;
    for (let shift = 0; shift <= 30; shift += 5) {
      const chunk = text.charCodeAt(at) - 63;
      at += 1;
      if (!(chunk >= 0 && chunk < 64)) throw new RangeError('not an encoded polyline');
      value |= (chunk & 31) << shift;
      if (chunk < 32) return value & 1 ? ~(value >>> 1) : value >>> 1;
    }
    throw new RangeError('not an encoded polyline');
  }

  while (at < text.length) {
    latitude += next();
    longitude += next();
    line.push([longitude / scale, latitude / scale]);
  }
  return line;
}
