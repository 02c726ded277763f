import { createContext, use } from 'react';
import type { ColorScheme } from './palette.ts';

/** The current colour scheme, for components that CSS cannot style, such as the map. */
export const ColorSchemeContext = createContext<ColorScheme>('light');

export function useColorScheme(): ColorScheme {
  return use(ColorSchemeContext);
}
