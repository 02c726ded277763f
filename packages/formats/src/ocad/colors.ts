import { COLOR_STRING, numberField, type Parameters } from './parameters.ts';

/** A color of the file's table, which lists the topmost color first. */
export interface OcadColor {
  readonly number: number;
  readonly name: string;
  /** `#rrggbb`. */
  readonly rgb: string;
  /** 0 to 1. */
  readonly opacity: number;
}

export function readColors(parameters: readonly Parameters[]): readonly OcadColor[] {
  return parameters
    .filter(({ type }) => type === COLOR_STRING)
    .flatMap((color) => {
      const number = numberField(color, 'n');
      if (number === null) return [];
      const inks = ['c', 'm', 'y', 'k'].map((letter) => (numberField(color, letter) ?? 0) / 100);
      const opacity = (numberField(color, 't') ?? 100) / 100;
      return [{ number, name: color.first, rgb: inksToRgb(inks), opacity: clamp(opacity) }];
    });
}

type Rgb = readonly [number, number, number];

/**
 * Colors in sRGB of full prints of cyan, magenta, yellow and of their combinations on coated paper (ISO 12647-2, Fogra 39).
 * Index: 1 for cyan, 2 for magenta, 4 for yellow, summed.
 */
const PRINTS: readonly Rgb[] = [
  [255, 255, 255],
  [0, 158, 224],
  [230, 0, 126],
  [49, 39, 131],
  [255, 237, 0],
  [0, 150, 64],
  [227, 6, 19],
  [54, 52, 48],
];
const BLACK: Rgb = [29, 29, 27];

/**
 * Color of a print on the screen. Neugebauer's equations (1937): each combination of inks contributes with the share of the paper
 * that it covers.
 */
function inksToRgb(inks: readonly number[]): string {
  const [cyan, magenta, yellow, black] = [0, 1, 2, 3].map((ink) => clamp(inks[ink] ?? 0)) as [
    number,
    number,
    number,
    number,
  ];
  const channels = [0, 1, 2].map((channel) => {
    const colored = PRINTS.reduce((sum, print, index) => {
      const shares = [cyan, magenta, yellow].map((share, ink) => (index & (1 << ink) ? share : 1 - share));
      return sum + shares.reduce((product, share) => product * share, 1) * (print[channel] ?? 0);
    }, 0);
    return colored * (1 - black) + colored * (black / 255) * (BLACK[channel] ?? 0);
  });
  return `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));
