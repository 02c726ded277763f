/** WGS-84 degrees. */
interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

const PARAMETER = 'at';

/** URL of the live map at a position, which it marks. */
export function buildMapPositionUrl({ latitude, longitude }: Position): string {
  return `/Map?${PARAMETER}=${latitude.toFixed(6)},${longitude.toFixed(6)}`;
}

/** The position in the address of the live map; null if there is none, or it is none on Earth. */
export function parseMapPosition(query: URLSearchParams): Position | null {
  const match = /^(-?\d{1,2}(?:\.\d{1,9})?),(-?\d{1,3}(?:\.\d{1,9})?)$/.exec(query.get(PARAMETER) ?? '');
  if (match === null) return null;
  const [latitude, longitude] = [Number(match[1]), Number(match[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}
