import { createContext, use } from 'react';

/** By how much texts of charts are larger than in the console: 12 px become 17 on a design of 1,080 px. */
export const BIG_TEXT_SCALE = 17 / 12;
/** Texts of the map have 10 px. */
export const BIG_MAP_SCALE = 1.7;

/** Whether boxes are on a big screen, whose texts are read from afar. */
export const BigScreenContext = createContext(false);

export function useScreenTextScale(): number {
  return use(BigScreenContext) ? BIG_TEXT_SCALE : 1;
}

export function useScreenMapScale(): number {
  return use(BigScreenContext) ? BIG_MAP_SCALE : 1;
}
