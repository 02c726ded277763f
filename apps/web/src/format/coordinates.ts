/** How coordinates are written: 1 decimal degrees, 2 degrees and minutes, 3 degrees, minutes and seconds. */
export type CoordinateFormat = 1 | 2 | 3;

const DECIMALS = { degrees: 5, minutes: 4, seconds: 1 } as const;

/**
 * Sexagesimal parts of an absolute angle. Rounded once, at the last part, so that 59.99996 minutes become the
 * next degree and never "60".
 */
function sexagesimal(degrees: number, format: 2 | 3): string {
  const decimals = format === 2 ? DECIMALS.minutes : DECIMALS.seconds;
  const perDegree = format === 2 ? 60 : 3600;
  const scale = 10 ** decimals;
  const units = Math.round(degrees * perDegree * scale);
  const whole = Math.floor(units / (perDegree * scale));
  const rest = units / scale - whole * perDegree;
  const pad = decimals + 3;
  if (format === 2) return `${whole}°${rest.toFixed(decimals).padStart(pad, '0')}′`;
  const minutes = Math.floor(Math.round(rest * scale) / (60 * scale));
  const seconds = (rest - minutes * 60).toFixed(decimals).padStart(pad, '0');
  return `${whole}°${String(minutes).padStart(2, '0')}′${seconds}″`;
}

function angle(degrees: number, format: CoordinateFormat, positive: string, negative: string): string {
  if (format === 1) return degrees.toFixed(DECIMALS.degrees);
  return `${sexagesimal(Math.abs(degrees), format)}${degrees < 0 ? negative : positive}`;
}

/** WGS-84 degrees as text, latitude first, in one of the three formats of the settings. */
export function coordinates(latitude: number, longitude: number, format: CoordinateFormat): string {
  return `${angle(latitude, format, 'N', 'S')}, ${angle(longitude, format, 'E', 'W')}`;
}
