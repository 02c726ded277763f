/**
 * The positions of an encoded line, `[longitude, latitude]` (Google, Encoded Polyline Algorithm Format). OSRM and
 * Valhalla write six decimals.
 *
 * @throws RangeError when the text is no such line.
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
      if (!(chunk >= 0 && chunk < 64)) throw new RangeError('not an encoded line');
      value |= (chunk & 31) << shift;
      if (chunk < 32) return value & 1 ? ~(value >>> 1) : value >>> 1;
    }
    throw new RangeError('not an encoded line');
  }

  while (at < text.length) {
    latitude += next();
    longitude += next();
    line.push([longitude / scale, latitude / scale]);
  }
  return line;
}
