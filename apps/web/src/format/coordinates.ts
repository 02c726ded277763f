/** Coordinate format: 1 decimal degrees, 2 degrees and minutes, 3 degrees, minutes and seconds. */
export type CoordinateFormat = 1 | 2 | 3;

const DECIMAL_PLACES = { degrees: 5, minutes: 4, seconds: 1 } as const;

/**
 * Sexagesimal notation of an absolute angle. Rounds once, at the last unit, so that 59.99996 minutes become the next
 * degree and never "60".
 */
function formatSexagesimal(degrees: number, format: 2 | 3): string {
  const decimals = format === 2 ? DECIMAL_PLACES.minutes : DECIMAL_PLACES.seconds;
  const perDegree = format === 2 ? 60 : 3600;
  const scale = 10 ** decimals;
  const units = Math.round(degrees * perDegree * scale);
  const integerDegrees = Math.floor(units / (perDegree * scale));
  const remainder = units / scale - integerDegrees * perDegree;
  const pad = decimals + 3;
  if (format === 2) return `${integerDegrees}°${remainder.toFixed(decimals).padStart(pad, '0')}′`;
  const minutes = Math.floor(Math.round(remainder * scale) / (60 * scale));
  const seconds = (remainder - minutes * 60).toFixed(decimals).padStart(pad, '0');
  return `${integerDegrees}°${String(minutes).padStart(2, '0')}′${seconds}″`;
}

function formatAngle(degrees: number, format: CoordinateFormat, positive: string, negative: string): string {
  if (format === 1) return degrees.toFixed(DECIMAL_PLACES.degrees);
  return `${formatSexagesimal(Math.abs(degrees), format)}${degrees < 0 ? negative : positive}`;
}

/** WGS-84 degrees as text, latitude first, in one of the three formats of the settings. */
export function formatCoordinates(latitude: number, longitude: number, format: CoordinateFormat): string {
  return `${formatAngle(latitude, format, 'N', 'S')}, ${formatAngle(longitude, format, 'E', 'W')}`;
}
