/**
 * Colours of devices that are replayed together: 20 colours of medium lightness, as far apart in CIELAB as a search
 * could find. The minimum distance is 31 for full colour vision, and 14 for deuteranopia and protanopia as simulated
 * by Machado, Oliveira and Fernandes (2009). They work on light and dark backgrounds. 20 colours cannot be told apart
 * by name, so a number is always displayed, too.
 */
export const DEVICE_COLOURS = [
  '#0072b2',
  '#d55e00',
  '#0000ff',
  '#783c3c',
  '#3c2da5',
  '#d2a5d2',
  '#ff4b69',
  '#5a4b00',
  '#f000d2',
  '#b487ff',
  '#e1a55a',
  '#a54bff',
  '#4b874b',
  '#009696',
  '#96c300',
  '#5a3c78',
  '#ff9696',
  '#1ea52d',
  '#a52d69',
  '#ff2d96',
] as const;

/** When the colours repeat, the marker has another shape. */
export const DEVICE_SHAPES = ['circle', 'square', 'diamond', 'triangle', 'hexagon'] as const;
export type DeviceShape = (typeof DEVICE_SHAPES)[number];

/** Outlines on a grid of 24, about equal in area, with space for a number in the centre. */
export const DEVICE_SHAPE_PATHS: Readonly<Record<DeviceShape, string>> = {
  circle: 'M12 1.5a10.5 10.5 0 1 1 0 21a10.5 10.5 0 1 1 0-21z',
  square: 'M4.5 2.5h15a2 2 0 0 1 2 2v15a2 2 0 0 1-2 2h-15a2 2 0 0 1-2-2v-15a2 2 0 0 1 2-2z',
  diamond: 'M12 0l12 12l-12 12l-12-12z',
  triangle: 'M12 0.5l12 22.5h-24z',
  hexagon: 'M6 1.5h12l6 10.5l-6 10.5h-12l-6-10.5z',
};

/** The marker of a replayed device in the list, on the map and on the timeline. */
export interface DeviceMarkerStyle {
  /** Starting at 1, in the order of selection. */
  readonly number: number;
  readonly colour: string;
  readonly shape: DeviceShape;
}

/** The marker style for a number starting at 1. Pairs of colour and shape are unique up to 100. */
export function deviceMarkerStyle(number: number): DeviceMarkerStyle {
  const at = number - 1;
  const count = DEVICE_COLOURS.length;
  return {
    number,
    colour: DEVICE_COLOURS[at % count] ?? DEVICE_COLOURS[0],
    shape: DEVICE_SHAPES[Math.floor(at / count) % DEVICE_SHAPES.length] ?? 'circle',
  };
}
