type Rgb = readonly [red: number, green: number, blue: number];

function channels(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Relative luminance of an `#rrggbb` colour, WCAG 2.2 "relative luminance". */
export function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((byte) => {
    const fraction = byte / 255;
    return fraction <= 0.04045 ? fraction / 12.92 : ((fraction + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two `#rrggbb` colours, 1 to 21, WCAG 2.2 "contrast ratio". */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes the second `#rrggbb` colour into the first, in sRGB. `weight` is 0 to 1. */
export function mix(one: string, other: string, weight: number): string {
  const from = channels(one);
  const to = channels(other);
  const byte = (index: 0 | 1 | 2) =>
    Math.round(from[index] + (to[index] - from[index]) * weight)
      .toString(16)
      .padStart(2, '0');
  return `#${byte(0)}${byte(1)}${byte(2)}`;
}
