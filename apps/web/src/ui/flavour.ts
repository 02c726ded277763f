import { createContext, use } from 'react';
import { type Flavour, type Palette, paletteOf } from './palette.ts';

/** What is drawn now: for parts that cannot be styled by a sheet, such as the map. */
export interface Drawn {
  readonly flavour: Flavour;
  readonly palette: Palette;
}

export const DrawnContext = createContext<Drawn>({ flavour: 'light', palette: paletteOf('light', '') });

export function useFlavour(): Flavour {
  return use(DrawnContext).flavour;
}

export function usePalette(): Palette {
  return use(DrawnContext).palette;
}
