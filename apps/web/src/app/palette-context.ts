import { createContext } from 'react';
import { createPalette, DEFAULT_ACCENT, type Palette } from '../ui/palette.ts';

/** The palette of the page, from which Ant Design's theme is built. */
export const PaletteContext = createContext<Palette>(createPalette('light', DEFAULT_ACCENT));
