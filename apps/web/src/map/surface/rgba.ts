/** Red, green, blue and opacity, 0 to 1, multiplied by the opacity. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** @param colour `#rrggbb` */
export function toRgba(colour: string, opacity = 1): Rgba {
  const channel = (at: number) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255) * opacity;
  return [channel(1), channel(3), channel(5), opacity];
}
