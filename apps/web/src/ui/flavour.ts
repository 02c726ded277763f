import { createContext, use } from 'react';
import type { Flavour } from './palette.ts';

/** What is drawn now: for parts that cannot be styled by a sheet, such as the map. */
export const FlavourContext = createContext<Flavour>('light');

export function useFlavour(): Flavour {
  return use(FlavourContext);
}
