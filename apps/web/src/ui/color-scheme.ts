import { createContext, use } from 'react';
import type { ColorScheme } from './palette.ts';

/** What is drawn now: for parts that cannot be styled by a sheet, such as the map. */
export const ColorSchemeContext = createContext<ColorScheme>('light');

export function useColorScheme(): ColorScheme {
  return use(ColorSchemeContext);
}
