/**
 * Colours that are distinguishable on light and dark maps, and with most kinds of colour blindness (after Okabe and
 * Ito, 2008).
 */
export const PRESET_COLORS = [
  '#0b5cad',
  '#d55e00',
  '#009e73',
  '#cc2f7b',
  '#e69f00',
  '#56b4e9',
  '#7b3fb5',
  '#c20c0c',
  '#5c6770',
] as const;
