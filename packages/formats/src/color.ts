/** Garmin's GpxExtensions v3, DisplayColor, with the colours that Garmin's programs draw. */
const DISPLAY_COLORS: ReadonlyMap<string, string> = new Map([
  ['Black', '#000000'],
  ['DarkRed', '#8b0000'],
  ['DarkGreen', '#006400'],
  ['DarkYellow', '#8b8b00'],
  ['DarkBlue', '#00008b'],
  ['DarkMagenta', '#8b008b'],
  ['DarkCyan', '#008b8b'],
  ['LightGray', '#d3d3d3'],
  ['DarkGray', '#a9a9a9'],
  ['Red', '#ff0000'],
  ['Green', '#00ff00'],
  ['Yellow', '#ffff00'],
  ['Blue', '#0000ff'],
  ['Magenta', '#ff00ff'],
  ['Cyan', '#00ffff'],
  ['White', '#ffffff'],
]);

/**
 * Converts a colour of a file to `#rrggbb`: with or without `#`, of three, six or eight digits (then opacity first, as in OsmAnd),
 * or one of Garmin's names. Null for anything else.
 */
export function parseColor(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const trimmed = text.trim();
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(trimmed)?.[1]?.toLowerCase();
  if (digits === undefined) return DISPLAY_COLORS.get(trimmed) ?? null;
  if (digits.length === 3) return `#${[...digits].map((digit) => digit + digit).join('')}`;
  return `#${digits.slice(-6)}`;
}

/** Converts KML's `aabbggrr` (OGC 07-147r2, 15.3) to `#rrggbb`; null for anything else. */
export function parseKmlColor(text: string): string | null {
  const found = /^#?(?:[0-9a-f]{2})?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text.trim());
  if (found === null) return null;
  const [, blue = '', green = '', red = ''] = found;
  return `#${red}${green}${blue}`.toLowerCase();
}

/** Converts `#rrggbb` to `aabbggrr`; `opacity` has two hexadecimal digits. */
export function toKmlColor(color: string, opacity: string): string {
  return `${opacity}${color.slice(5, 7)}${color.slice(3, 5)}${color.slice(1, 3)}`.toLowerCase();
}
